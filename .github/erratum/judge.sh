#!/usr/bin/env bash
# Judge the report in ISSUE (an issue as GitHub's JSON) and leave comment.md and verdict in OUT. Needs no token; the text stays in files.
set -euo pipefail
issue=$1 out=$2
book=${BOOK:-.venv/bin/book}
mkdir -p "$out"
jq -r '.body // ""' "$issue" > "$out/report.md"
code=0
timeout 60 "$book" erratum check "$out/report.md" --json > "$out/result.json" 2> "$out/error.txt" || code=$?
if [ "$code" -le 1 ]; then
  jq -r '.verdict' "$out/result.json" > "$out/verdict"
  jq -r '.reply' "$out/result.json" > "$out/reply.md"
else
  echo unreadable > "$out/verdict"
  echo '这份报告无法读取，请按表单重新填写。 / This report could not be read; please fill in the form again.' > "$out/reply.md"
fi
{ echo '<!-- erratum-verdict -->'; cat "$out/reply.md"; } > "$out/comment.md"
