// SPDX-License-Identifier: Apache-2.0

extension CommandPath {
    /// Returns the text about the program that the first argument requests; `nil` if the arguments name a command.
    ///
    /// Only the root accepts these requests: `help` and `--generate-manual-page`, each with the names of subcommands,
    /// `--generate-completion-script` with the name of a shell, and the option that such a script uses.
    ///
    /// - Throws: ``ArgumentError`` for an unknown shell.
    func text(requestedBy arguments: [String]) throws -> String? {
        let others = Array(arguments.dropFirst())
        switch arguments.first {
        case "help":
            return HelpText(following(others)).description
        case "--generate-manual-page":
            return ManualPage(following(others)).description
        case "--generate-completion-script":
            guard let shell = others.first, let script = CompletionScript(shell: shell, program: programName) else {
                let message = "The option '--generate-completion-script' requires a shell: bash, zsh, or fish."
                throw ArgumentError(.contradiction(message), self, parameters.map(\.parameter))
            }
            return script.description
        case CompletionScript.option:
            return CompletionProposals(for: others, of: self).lines.joined(separator: "\n")
        default:
            return nil
        }
    }

    /// The deepest command that the words name, regardless of later words.
    private func following(_ words: [String]) -> CommandPath {
        var path = self
        path.descend(along: words[...])
        return path
    }
}
