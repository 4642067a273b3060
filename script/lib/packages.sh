# shellcheck shell=bash
# Installs Debian and Ubuntu packages that are missing. Shared by script/setup and script/setup-test, so that both
# say the same way what they are about to install and why. Speaks on standard error only: what script/demo prints on
# standard output belongs to the demo.

say() { printf '%s\n' "$*" >&2; }

on_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

is_installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# install_missing 'PACKAGE: why it is needed' ...
install_missing() {
    local line names=() reasons=()
    for line in "$@"; do
        is_installed "${line%%:*}" && continue
        names+=("${line%%:*}")
        reasons+=("  $line")
    done
    ((${#names[@]})) || return 0

    say "Not installed here, and needed:"
    printf '%s\n' "${reasons[@]}" >&2
    local as_root=()
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null; then
            say "hint: installing needs root, and there is no sudo here. As root, run this, then try again:"
            say "  apt-get update && apt-get install --yes --no-install-recommends ${names[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing with apt-get."
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    "${as_root[@]}" update >&2 || say "apt-get update failed; going on with the package lists that are here."
    "${as_root[@]}" install --yes --no-install-recommends "${names[@]}" >&2
}
