#!/usr/bin/env bash
# Print the project's own files that match these git pathspecs, one on a line: those that git tracks,
# and new ones that it does not ignore. Data folders, environments and builds in the tree are neither.
# In a tree without .git, as from an archive, every file counts that .gitignore does not name.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v git >/dev/null || {
  echo "The tests ask git which files are the project's: install git." >&2
  exit 1
}

repository=.git
if [ ! -e .git ]; then
  repository=$(mktemp -d)
  trap 'rm -rf "$repository"' EXIT
  git init --quiet --bare "$repository"
fi
# named outright, so that no repository around the tree is asked, nor one of another user refused
list() { git --git-dir "$repository" --work-tree . -c core.quotePath=off ls-files "$@"; }

if [ "$repository" = .git ]; then folders=$(list | cut -d/ -f1 | sort -u); else folders=$(ls); fi
{
  list -- "$@"
  # a top folder in which nothing is tracked is a user's own
  list --others --exclude-standard -- "$@" | while IFS= read -r path; do
    if grep -Fqx -- "${path%%/*}" <<<"$folders"; then printf '%s\n' "$path"; fi
  done
} | sort -u | while IFS= read -r path; do
  if [ -f "$path" ]; then printf '%s\n' "$path"; fi
done
