# shellcheck shell=bash
# Compiles our own declarations of Apple's modules (Tests/AppleDeclarations), with which the parts for Apple's systems
# compile on Linux. Needs `root`, the folder of the repository.

# declare_modules PLATFORM MODULE...: compiles the declarations that both platforms have, and those of these modules,
# into a folder that their content names, and prints it. Another content is another folder, since SwiftPM does not see
# that a module behind -I has changed.
declare_modules() {
    # shellcheck disable=SC2154 # the script that reads this file sets 'root'
    local platform=$1 sources="$root/Tests/AppleDeclarations" hash folder module mode
    shift
    hash=$(cd -- "$sources" && find . -type f -name '*.swift' -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256sum)
    folder="$root/.build/declarations/$platform-${hash:0:16}"
    if [[ ! -e $folder/complete ]]; then
        rm -rf "$folder"
        mkdir -p "$folder"
        for module in Security CoreGraphics ImageIO "$@" UniformTypeIdentifiers XCUIAutomation SwiftUI \
            AuthenticationServices; do
            # Swift 5, as in Apple's SDK: a closure of the wrong actor then traps here as well, and is silent in Swift 6.
            mode=6
            [[ $module == AuthenticationServices || $module == SwiftUI ]] && mode=5
            swiftc -swift-version "$mode" -enable-upcoming-feature InternalImportsByDefault -parse-as-library \
                -module-name "$module" -I "$folder" -emit-module -emit-library -static \
                -o "$folder/lib$module.a" -emit-module-path "$folder/$module.swiftmodule" \
                "$sources/$module"/*.swift >&2
        done
        touch "$folder/complete"
    fi
    printf '%s\n' "$folder"
}
