"""What readers report: a form is read, its quote found, its claims judged, and the reply, the patch and the entry written."""
