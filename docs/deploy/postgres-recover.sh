#!/bin/sh
# Makes a data folder that recovers from a base backup and the archived log when PostgreSQL is started on it.
# As the user postgres: postgres-recover.sh BASE_BACKUP ARCHIVE NEW_DATA_FOLDER ['2026-11-23 07:30:00+00']
# Without a time it takes all that was archived.
set -eu
umask 077
usage='postgres-recover.sh BASE_BACKUP ARCHIVE NEW_DATA_FOLDER [TIME]'
base=${1:?$usage} archive=${2:?$usage} data=${3:?$usage} moment=${4:-}
[ -f "$base/backup_manifest" ] || { echo "$base is no base backup." >&2; exit 1; }
[ -d "$archive" ] || { echo "$archive is no folder." >&2; exit 1; }
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty: nothing is overwritten." >&2
  exit 1
fi
pg_verifybackup --quiet "$base"
mkdir -p "$data"
chmod 700 "$data"
cp -a "$base/." "$data/"
# the name of the archive goes through PostgreSQL, its configuration and a shell: none may read more in it
quoted=$(printf '%s' "$archive" | sed "s/'/'\\\\''/g; s/%/%%/g")
command=$(printf '%s' "cp '$quoted/%f' \"%p\"" | sed "s/\\\\/&&/g; s/'/''/g")
{
  printf '%s\n' "restore_command = '$command'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$moment" ]; then echo "recovery_target_time = '$moment'"; fi
  # the recovered server begins a log of its own: give it a new archive before this goes away
  echo "archive_mode = off"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Start PostgreSQL on $data; when it is well, make a new archive and a new base backup."
