"""GitHub's REST API as far as the book needs it: releases, issues with their comments and labels. Standard library only."""
