// SPDX-License-Identifier: Apache-2.0

/// The proposals for the word at the cursor, which ``CompletionScript`` requests from the program.
///
/// A positional word gets the values of the command's first argument, and names are proposed after `--`, too.
struct CompletionProposals {
    /// The proposed words, or one of ``files`` and ``folders``; empty without a proposal.
    let lines: [String]

    /// Requests the names of files from the shell.
    static let files = ":file"
    /// Requests the names of folders from the shell.
    static let folders = ":folder"

    /// Creates the proposals for the last word.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name, up to the cursor; the last one can be empty.
    ///   - root: The program.
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
