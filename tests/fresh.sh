#!/bin/sh
# What a fresh machine makes of this commit: a new clone under a long path with spaces, a home that
# is private, an empty TMPDIR, a narrow terminal, a plain locale, another time zone and umask; as
# root, also a user who was made for it. Runs `make test`, or the command that is given.
set -eu

[ "$#" -gt 0 ] || set -- make test
here=$(git rev-parse --show-toplevel)
home=$(mktemp -d "${TMPDIR:-/tmp}/croupier-fresh.XXXXXX")
user=${home##*.}
user="fresh-$(printf %s "$user" | tr '[:upper:]' '[:lower:]')"
clone="$home/a path with spaces, and rather longer than most people have/croupier"

leave() {
    if [ "$(id -u)" = 0 ]; then userdel "$user" 2>/dev/null || :; fi
    rm -rf "$home"
}
trap leave EXIT

chmod 700 "$home"
mkdir -p "$home/tmp" "${clone%/*}"
git clone -q "$here" "$clone"
run=""
if [ "$(id -u)" = 0 ]; then
    useradd --no-create-home --home-dir "$home" "$user"
    chown -R "$user" "$home"
    run="runuser -u $user --"
fi
cd "$clone"
umask 077
echo "-- as ${run:+$user, }in $clone: $*"
$run env -u XDG_CACHE_HOME -u XDG_CONFIG_HOME -u FORCE_COLOR -u NO_COLOR \
    HOME="$home" TMPDIR="$home/tmp" USER="$user" \
    COLUMNS="${COLUMNS:-40}" LANG=C LC_ALL=C TZ=CHAST-12:45 "$@"
