// SPDX-License-Identifier: Apache-2.0

/// A line of a shell, as far as documents write them: words, quotes, comments, pipes and substitutions.
struct ShellLine {
    /// The words of each command, those inside `$(…)` before the one around them.
    private(set) var commands: [[String]] = []

    init(_ line: String) {
        var rest = line[...]
        // The prompt of an example.
        if rest.hasPrefix("$ ") { rest = rest.dropFirst(2) }
        read(&rest, until: nil)
    }

    private mutating func read(_ rest: inout Substring, until closing: Character?) {
        var (words, word): ([String], String?) = ([], nil)
        var quote: Character?
        while let character = rest.popFirst() {
            switch character {
            case "$" where quote != "'" && rest.first == "(":
                rest.removeFirst()
                read(&rest, until: ")")
                word = (word ?? "") + "VALUE"
            case quote: quote = nil
            case _ where quote != nil: word = (word ?? "") + String(character)
            case "'", "\"": (quote, word) = (character, word ?? "")
            case closing: return finish(&words, &word)
            case " ": end(&words, &word)
            case "#" where word == nil: return finish(&words, &word)
            case "|", "&", ";": finish(&words, &word)
            case "<", ">":
                end(&words, &word)
                words.append(String(character))
            default: word = (word ?? "") + String(character)
            }
        }
        finish(&words, &word)
    }

    private func end(_ words: inout [String], _ word: inout String?) {
        if let ended = word { words.append(ended) }
        word = nil
    }

    /// A command ends: without the variables before it and the files behind `<` and `>`.
    private mutating func finish(_ words: inout [String], _ word: inout String?) {
        end(&words, &word)
        let command = words.drop { $0.firstMatch(of: #/^[A-Za-z_]+=/#) != nil }
        if !command.isEmpty { commands.append(Array(command.prefix { !["<", ">"].contains($0) })) }
        words = []
    }
}
