# shellcheck shell=bash
# Installs Debian and Ubuntu packages that are missing. Shared by script/setup and script/setup-test, so that both
# list what they install, and why, in the same way. Writes to standard error only: the standard output of script/demo
# belongs to the demo.

say() { printf '%s\n' "$*" >&2; }

on_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

is_installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# apt-get update takes 12 seconds, and one CI run installs several times. Its own files have the server's times, so a
# file beside them says when it ran; it disappears with the lists.
updated=/var/lib/apt/lists/updated-by-tessera

# install_missing 'PACKAGE: why it is needed' ...
install_missing() {
    local line names=() reasons=()
    for line in "$@"; do
        is_installed "${line%%:*}" && continue
        names+=("${line%%:*}")
        reasons+=("  $line")
    done
    ((${#names[@]})) || return 0

    say "Missing packages:"
    printf '%s\n' "${reasons[@]}" >&2
    local as_root=()
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null; then
            say "hint: installing requires root, and sudo is not available. As root, run this, then try again:"
            say "  apt-get update && apt-get install --yes --no-install-recommends ${names[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing with apt-get."
    local apt=(${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600)
    local install=("${apt[@]}" install --yes --no-install-recommends "${names[@]}")
    if [[ -n $(find "$updated" -mmin -120 2>/dev/null) ]]; then
        "${install[@]}" >&2 && return
        say "apt-get failed with the recent package lists; updating them."
    fi
    if "${apt[@]}" update >&2; then
        ${as_root[@]+"${as_root[@]}"} touch "$updated"
    else
        say "apt-get update failed; continuing with the existing package lists."
    fi
    "${install[@]}" >&2
}
