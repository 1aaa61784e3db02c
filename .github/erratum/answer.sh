#!/usr/bin/env bash
# Post OUT/comment.md as the one comment on ISSUE, or update it, and set the label of the verdict. Needs GH_TOKEN and GITHUB_REPOSITORY.
set -euo pipefail
issue=$1 out=$2
number=$(jq -r '.number | tonumber' "$issue")
comments="repos/$GITHUB_REPOSITORY/issues/$number/comments"
jq -n --rawfile body "$out/comment.md" '{body: $body[0:65000]}' > "$out/comment.json"
old=$(gh api --paginate "$comments" --jq '.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("<!-- erratum-verdict -->"))) | .id' | head -n 1)
if [ -n "$old" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$old" --input "$out/comment.json" > /dev/null
else
  gh api --method POST "$comments" --input "$out/comment.json" > /dev/null
fi
label="verdict: $(cat "$out/verdict")"
jq -n --arg verdict "$label" --slurpfile issue "$issue" \
  '{labels: ([$issue[0].labels[]?.name | select(startswith("verdict: ") | not)] + [$verdict])}' > "$out/labels.json"
gh api --method PUT "repos/$GITHUB_REPOSITORY/issues/$number/labels" --input "$out/labels.json" > /dev/null
