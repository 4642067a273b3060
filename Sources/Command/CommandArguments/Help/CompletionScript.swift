// SPDX-License-Identifier: Apache-2.0

/// The script with which a shell completes the words of a program.
///
/// Each script calls the program with ``option`` and the words up to the cursor, and gets ``CompletionProposals``.
struct CompletionScript: CustomStringConvertible {
    static let option = "--complete"

    let description: String

    init?(shell: String, program: String) {
        switch shell {
        case "bash": description = Self.bash(program)
        case "zsh": description = Self.zsh(program)
        case "fish": description = Self.fish(program)
        default: return nil
        }
    }

    /// Works in bash 3.2, which macOS has: without `mapfile`, and `compopt` can be missing.
    private static func bash(_ program: String) -> String {
        """
        _\(program)() {
          local line lines=()
          COMPREPLY=()
          while IFS= read -r line; do lines+=("$line"); done \\
            < <("$1" \(option) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
          case "${lines[0]-}" in
            \(CompletionProposals.files) | \(CompletionProposals.folders))
              local kind=-f
              [[ ${lines[0]} == \(CompletionProposals.files) ]] || kind=-d
              compopt -o filenames 2>/dev/null
              while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "${2#=}") ;;
            ?*) COMPREPLY=("${lines[@]}") ;;
          esac
        }
        complete -F _\(program) \(program)
        """
    }

    /// Works as a file `_PROGRAM` of `$fpath`, and when it is sourced.
    private static func zsh(_ program: String) -> String {
        """
        #compdef \(program)
        _\(program)() {
          local -a lines
          lines=(${(f)"$("${words[1]}" \(option) "${(@)words[2,CURRENT]}" 2>/dev/null)"})
          case ${lines[1]-} in
            \(CompletionProposals.files)) _files ;;
            \(CompletionProposals.folders)) _files -/ ;;
            ?*) compadd -a lines ;;
          esac
        }
        if [[ ${funcstack[1]-} == _\(program) ]]; then _\(program) "$@"; else compdef _\(program) \(program); fi
        """
    }

    private static func fish(_ program: String) -> String {
        """
        function __complete_\(program)
          for line in (\(program) \(option) (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
            switch $line
              case \(CompletionProposals.files)
                __fish_complete_path (commandline -ct)
              case \(CompletionProposals.folders)
                __fish_complete_directories (commandline -ct)
              case '?*'
                printf '%s\\n' $line
            end
          end
        end
        complete -c \(program) -f -a '(__complete_\(program))'
        """
    }
}

/// The proposals for the word at the cursor, which ``CompletionScript`` requests from the program.
///
/// A positional word gets the values of the command's first argument, and names are proposed after `--`, too.
struct CompletionProposals {
    let lines: [String]

    /// Requests the names of files from the shell.
    static let files = ":file"
    static let folders = ":folder"

    init(for words: [String], of root: CommandPath) {
        let (words, current) = Self.split(words)
        var path = root
        let count = path.descend(along: words[...])
        let ownWords = words.dropFirst(count)
        let subcommands = ownWords.isEmpty ? path.configuration.subcommands.map { $0.name } : []
        path.descendToDefault()
        let parameters = path.parameters.map(\.parameter)

        if let option = parameters.first(where: { $0.names.contains(ownWords.last ?? "") }), option.kind != .flag {
            lines = Self.values(of: option, startingWith: current)
        } else if current.hasPrefix("-") {
            lines = (parameters.flatMap(\.names) + path.sharedNames).filter { $0.hasPrefix(current) }
        } else {
            let argument = parameters.first { $0.kind == .argument }
            let values = argument.map { Self.values(of: $0, startingWith: current) } ?? []
            lines = subcommands.filter { $0.hasPrefix(current) } + values
        }
    }

    /// Separates the word at the cursor; bash makes three words of `--name=value`, of which the middle one is dropped.
    private static func split(_ words: [String]) -> (before: [String], current: String) {
        let current = words.last ?? ""
        return (words.dropLast().filter { $0 != "=" }, current == "=" ? "" : current)
    }

    private static func values(of parameter: Parameter, startingWith prefix: String) -> [String] {
        switch parameter.valueName {
        case "file": [files]
        case "folder": [folders]
        default: parameter.allowedValues.filter { $0.hasPrefix(prefix) }
        }
    }
}
