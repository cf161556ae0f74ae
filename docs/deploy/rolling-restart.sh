#!/bin/sh
# Restart web processes and workers one after the other, each when the others are ready.
#
# Players notice half a second: every socket is closed with 1012, and browsers come back to another
# process. Names of units as arguments restart only those, in that order.
set -eu
systemctl=${SYSTEMCTL:-systemctl}
# the proxies ask a process that refused a connection again after 5 s (fail_timeout, fail_duration)
settle=${SETTLE:-6}
patience=${PATIENCE:-60}

fail() {
  echo "$*" >&2
  exit 1
}

units() { $systemctl list-units --plain --no-legend --state=active "$1" | cut -d' ' -f1 | sort -V; }

# density-web@8001.service -> 8001
instance() {
  name=${1#*@}
  echo "${name%.service}"
}

web_is_ready() {
  curl --silent --fail --max-time 5 --output /dev/null "http://127.0.0.1:$(instance "$1")/readyz"
}

# the parent answers signals long before its children work, of which a worker has two
worker_is_ready() {
  pid=$($systemctl show --property MainPID --value "$1")
  [ "$pid" -gt 0 ] && [ "$(wc -w <"/proc/$pid/task/$pid/children")" -ge "$2" ]
}

is_ready() {
  case $1 in
  density-web@*) web_is_ready "$1" ;;
  density-coach*) worker_is_ready "$1" 1 ;;
  *) worker_is_ready "$1" 2 ;;
  esac
}

wait_for() {
  left=$patience
  until is_ready "$1"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || fail "$1 is not ready after $patience s: journalctl -u $1 says why. The others go on as they are."
    sleep 1
  done
}

webs=$(units 'density-web@*')
workers=$(units 'density-worker@*')
coach=$(units 'density-coach*')
[ -n "$webs" ] || fail "No web process runs: systemctl start density.target"

for unit in ${*:-$webs $workers $coach}; do
  # never the last one that serves
  for other in $webs; do
    [ "$other" = "$unit" ] || wait_for "$other"
  done
  $systemctl restart "$unit"
  wait_for "$unit"
  echo "$unit restarted"
  case $unit in density-web@*) sleep "$settle" ;; esac
done
