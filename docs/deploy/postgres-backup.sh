#!/bin/sh
# A base backup of the whole PostgreSQL server while it runs; with the archived log it goes back to any moment.
# As the user postgres, every night: postgres-backup.sh /var/backups/density/base
set -eu
umask 077
folder=${1:?postgres-backup.sh FOLDER}
target="$folder/$(date -u +%Y-%m-%dT%H%M%SZ)"
mkdir -p "$folder"
# the log of its own time comes with it, so that it can be started without the archive, too
pg_basebackup --pgdata="$target.part" --checkpoint=fast --wal-method=stream --manifest-checksums=SHA256
pg_verifybackup --quiet "$target.part"
sync
mv "$target.part" "$target"
echo "$target"
