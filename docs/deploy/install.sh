#!/bin/sh
# From an empty Debian to an installed site, and from an installed site to this version of it.
#
#   SITE=density.example.org docs/deploy/install.sh             all steps, as root, from a checkout
#   docs/deploy/install.sh release migrate                      these steps only
#
# Every step may be run again: it makes what is missing and leaves the rest. Choices, kept in
# /etc/density/install.conf: SITE, PROXY (caddy or nginx), WEBS (ports), WORKERS (numbers).
# With DESTDIR all paths lie below that folder, and the steps need no root: `python -m tests.deploy.rehearsal`.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
root=${DESTDIR:-}
conf=$root/etc/density
home=$root/srv/density
data=$root/var/lib/density
backups=$root/var/backups/density
export DEBIAN_FRONTEND=noninteractive

say() { printf '== %s\n' "$*"; }

fail() {
  echo "$*" >&2
  exit 1
}

# as the user of the site, with the settings of the site, in the release that is being installed
manage() { RELEASE=releases/$(version) "$here/density-manage" "$@"; }

# the commit, or for a tree without git the hash of its locked packages and sources
version() {
  git -C "$source" rev-parse --short=12 HEAD 2>/dev/null || (
    cd "$source" && find . -type f -not -path './.*/*' -not -name '*.pyc' -print0 |
      sort -z | xargs -0 cat .locks/production.txt | sha256sum | cut -c1-12
  )
}

has_package() { apt-cache show "$1" >/dev/null 2>&1; }

# ------------------------------------------------------------------------------------- steps
packages() {
  apt-get update -qq
  store=redis-server
  if has_package valkey-server; then store=valkey-server; fi
  apt-get install -qqy --no-install-recommends \
    python3 python3-venv git curl openssl ca-certificates postgresql "$store" "$PROXY" >/dev/null
}

user() {
  getent passwd density >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/density --shell /usr/sbin/nologin density
}

folders() {
  mkdir -p "$conf" "$home/releases" "$data" "$backups"
  chmod 700 "$data" "$backups"
  [ -n "$root" ] || chown density:density "$data" "$backups"
}

# The role has no password: PostgreSQL knows the user of a local connection.
database() {
  as_postgres psql -tAc "select 1 from pg_roles where rolname = 'density'" | grep -q 1 ||
    as_postgres createuser density
  as_postgres psql -tAc "select 1 from pg_database where datname = 'density'" | grep -q 1 ||
    as_postgres createdb --owner density --encoding UTF8 --template template0 density
}

# from a folder that it may read
as_postgres() { (cd / && runuser -u postgres -- "$@"); }

# What is in it must survive a restart, and nothing may be thrown away when it is full.
store() {
  for name in valkey redis; do
    [ -d "/etc/$name" ] || continue
    printf 'appendonly yes\nappendfsync everysec\nmaxmemory-policy noeviction\n' >"/etc/$name/density.conf"
    chmod 644 "/etc/$name/density.conf"
    grep -qx "include /etc/$name/density.conf" "/etc/$name/$name.conf" ||
      printf '\ninclude /etc/%s/density.conf\n' "$name" >>"/etc/$name/$name.conf"
    systemctl restart "$name-server"
  done
}

# Written once: from then on the files are the operator's.
configure() {
  [ -e "$conf/secret-key" ] ||
    (umask 077 && openssl rand -base64 60 | tr -d '\n' >"$conf/secret-key")
  [ -e "$conf/density.env" ] || cat >"$conf/density.env" <<END
# Every choice of the site; docs/DEPLOY.md has the list. Secrets: NAME_FILE=/path/of/a/file.
ALLOWED_HOSTS=$SITE,127.0.0.1
HTTPS=1
TRUSTED_PROXIES=1
DATABASE_URL=postgres:///density?host=/run/postgresql
REDIS_URL=redis://127.0.0.1:6379/0
# A mail server, and the sender of its mails: passwords are reset by mail.
#EMAIL_URL=smtp://user:password@mail.example.org:587
EMAIL_FROM="Density Deck <no-reply@$SITE>"
END
  chmod 640 "$conf/density.env"
}

# A folder for each version with an environment of its own, which only root can write.
release() {
  place=$home/releases/$(version)
  [ ! -e "$place/.complete" ] || return 0
  rm -rf "$place"
  mkdir -p "$place"
  if git -C "$source" rev-parse HEAD >/dev/null 2>&1; then
    git -C "$source" archive HEAD | tar -x -C "$place"
  else
    tar -c -C "$source" --exclude=./.venv --exclude=./.data --exclude=./.static . | tar -x -C "$place"
  fi
  chmod -R a+rX "$place"
  python3 -m venv "$place/.venv"
  "$place/.locks/install" "$place/.venv/bin/python" "$place/.locks/production.txt"
  (cd "$place" && .venv/bin/python -m compileall -q density games matchmaking accounts)
  touch "$place/.complete"
}

# While the former version still runs: its files stay, and its queries still work.
migrate() {
  manage check --deploy --fail-level ERROR
  manage migrate --no-input --verbosity 0
  manage collectstatic --no-input --verbosity 0
}

# From now on a process that starts is one of this version. Three versions are kept.
switch() {
  ln -sfn "releases/$(version)" "$home/next"
  mv -T "$home/next" "$home/current"
  touch "$home/releases/$(version)"
  find "$home/releases" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort -rn | tail -n +4 |
    cut -d' ' -f2- | xargs -r rm -rf
}

units() {
  install -m 644 "$here/density.target" "$here/density-web@.service" "$here/density-worker@.service" \
    "$here/density-coach.service" /etc/systemd/system
  install -m 755 "$here/density-manage" "$here/rolling-restart.sh" /usr/local/sbin
  systemctl daemon-reload
  for port in $WEBS; do systemctl enable --quiet "density-web@$port"; done
  for number in $WORKERS; do systemctl enable --quiet "density-worker@$number"; done
  systemctl enable --quiet density-coach
  systemctl enable --quiet density.target
}

# Written once, as the other choices; `caddy reload` and `nginx -s reload` keep open sockets.
proxy() {
  case $PROXY in
  caddy)
    file=/etc/caddy/Caddyfile
    grep -q "SITE:$SITE}" "$file" 2>/dev/null || with_name "$here/Caddyfile" "$file"
    caddy validate --adapter caddyfile --config "$file" >/dev/null 2>&1 || fail "$file is not valid: caddy validate --config $file"
    ;;
  nginx)
    file=/etc/nginx/nginx.conf
    grep -q "server_name $SITE;" "$file" 2>/dev/null || with_name "$here/nginx.conf" "$file"
    certificate
    nginx -t -q || fail "$file is not valid: nginx -t"
    ;;
  *) fail "PROXY must be caddy or nginx." ;;
  esac
  systemctl enable --quiet "$PROXY"
  systemctl reload-or-restart "$PROXY"
}

with_name() {
  [ ! -e "$2" ] || cp -n "$2" "$2.before-density"
  sed "s/density\.example\.org/$SITE/g" "$1" >"$2"
}

# nginx starts with a certificate only; docs/DEPLOY.md says how to get the real one.
certificate() {
  mkdir -p "$conf/tls" /var/www/acme
  [ -e "$conf/tls/fullchain.pem" ] || (
    umask 077
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
      -subj "/CN=$SITE" -keyout "$conf/tls/privkey.pem" -out "$conf/tls/fullchain.pem" 2>/dev/null
  )
}

start() {
  if systemctl --quiet is-active 'density-web@*'; then
    "$here/rolling-restart.sh"
  else
    for port in $WEBS; do systemctl start "density-web@$port"; done
    for number in $WORKERS; do systemctl start "density-worker@$number"; done
    systemctl start density.target
  fi
  systemctl start density-coach
}

# ---------------------------------------------------------------------------------- choices
# what was chosen before, unless it is chosen anew
if [ -e "$conf/install.conf" ]; then
  while IFS='=' read -r name value; do
    eval "[ -n \"\${$name:-}\" ] || $name=\$value"
  done <"$conf/install.conf"
fi
[ -n "${SITE:-}" ] || fail "Name the site: SITE=density.example.org $0"
PROXY=${PROXY:-caddy}
WEBS=${WEBS:-8001 8002}
WORKERS=${WORKERS:-1 2}
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "This needs root: it installs packages and services."
mkdir -p "$conf"
printf '%s\n' "SITE=$SITE" "PROXY=$PROXY" "WEBS=$WEBS" "WORKERS=$WORKERS" >"$conf/install.conf"

for step in ${*:-packages user folders database store configure release migrate switch units proxy start}; do
  say "$step"
  "$step"
done
