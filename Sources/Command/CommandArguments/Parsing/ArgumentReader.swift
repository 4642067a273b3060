// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// Assigns each word of a command line to a parameter, which parses and stores it.
///
/// Names and positional arguments can be mixed; after `--`, all words are positional arguments. The value of an option
/// is the next word, or part of the same word: `--limit=3`, `-n3`, `-n=3`. Several flags can share a word: `-iv`.
///
/// If an option that is not repeatable is given twice, the last value counts. A word such as `-5` is a value only after
/// the name of a numeric option; elsewhere it is an unknown name, as in swift-argument-parser and in GNU's getopt.
///
/// The syntax is that of POSIX.1-2024 XBD §12.2 with the long names of GNU, except that an equals sign after a short
/// name is not part of the value.
struct ArgumentReader {
    private var remaining: ArraySlice<String>
    private var optionsHaveEnded = false
    private let parameters: [Parameter]
    private let path: CommandPath
    private var positionals: ArraySlice<Int>
    private var isGiven: [Bool]

    init(_ words: [String], _ parameters: [Parameter], _ path: CommandPath) {
        let names = parameters.flatMap(\.names) + ["-h"] + path.sharedNames
        precondition(
            names.indices.allSatisfy { names.firstIndex(of: names[$0]) == $0 }, "'\(path.text)' declares a name twice")
        remaining = words[...]
        self.parameters = parameters
        self.path = path
        positionals = parameters.indices.filter { parameters[$0].kind == .argument }[...]
        isGiven = Array(repeating: false, count: parameters.count)
    }

    mutating func read() throws {
        while let word = remaining.popFirst() {
            // Bytes, because a dash or an equals sign with a combining mark is another character.
            if optionsHaveEnded || word == "-" || !word.utf8.starts(with: "-".utf8) {
                try readPositional(word)
            } else if word == "--" {
                optionsHaveEnded = true
            } else if word.utf8.starts(with: "--".utf8) {
                try readLongName(word)
            } else {
                try readShortNames(word)
            }
        }
        for (index, parameter) in parameters.enumerated() where parameter.isRequired && !isGiven[index] {
            throw rejection(.missingArgument(parameter))
        }
    }

    private mutating func readPositional(_ word: String) throws {
        guard let index = positionals.first else {
            let subcommands = path.selectableNames
            guard !subcommands.contains(word) else { throw rejection(.misplacedSubcommand(word)) }
            let suggestion = NameSuggestion.nearest(to: word, among: subcommands)
            throw rejection(.unexpectedArgument(word, suggestion: suggestion))
        }
        if !parameters[index].isRepeatable { positionals.removeFirst() }
        try assign(word, to: index)
    }

    private mutating func readLongName(_ word: String) throws {
        let separator = word.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = String(word[..<(separator ?? word.endIndex)])
        guard let index = index(of: name) else { throw conclusion(for: name) ?? unknownOption(name) }
        guard let separator else { return try assignNextWords(to: index) }
        let value = String(word[word.utf8.index(after: separator)...])
        guard parameters[index].kind != .flag else { throw rejection(.unwantedValue(value, name: name)) }
        try assignAttached(value, to: index)
    }

    private mutating func readShortNames(_ word: String) throws {
        var letters = word.unicodeScalars.dropFirst()
        while let letter = letters.popFirst() {
            let name = "-\(letter)"
            guard let index = index(of: name) else { throw conclusion(for: name) ?? unknownOption(word) }
            if letters.isEmpty { return try assignNextWords(to: index) }
            let hasSeparator = letters.first == "="
            let value = String(hasSeparator ? letters.dropFirst() : letters)
            guard parameters[index].kind == .flag else { return try assignAttached(value, to: index) }
            guard !hasSeparator else { throw rejection(.unwantedValue(value, name: name)) }
            try assign("", to: index)
        }
    }

    private mutating func assignAttached(_ value: String, to index: Int) throws {
        // `--data=$FOLDER` with an unset variable is a mistake; `--data ''` is intended.
        guard !value.isEmpty else { throw rejection(.missingValue(parameters[index])) }
        try assign(value, to: index)
    }

    private mutating func assignNextWords(to index: Int) throws {
        let parameter = parameters[index]
        guard case .option(let takesSeveral) = parameter.kind else { return try assign("", to: index) }
        guard let value = popValue(of: parameter) else { throw rejection(.missingValue(parameter)) }
        try assign(value, to: index)
        while takesSeveral, let value = popValue(of: parameter) { try assign(value, to: index) }
    }

    private mutating func popValue(of parameter: Parameter) -> String? {
        guard let word = remaining.first, parameter.accepts(word) else { return nil }
        return remaining.removeFirst()
    }

    private mutating func assign(_ value: String, to index: Int) throws {
        isGiven[index] = true
        do {
            try parameters[index].store(value)
        } catch is InvalidValue {
            throw rejection(.invalidValue(value, parameters[index], reason: nil))
        } catch let reason {
            throw rejection(.invalidValue(value, parameters[index], reason: "\(reason)"))
        }
    }

    private func index(of name: String) -> Int? { parameters.firstIndex { $0.names.contains(name) } }

    private func conclusion(for name: String) -> (any Error)? {
        switch name {
        case "-h", "--help": Conclusion(text: HelpText(path).description)
        case "--version" where !path.version.isEmpty: Conclusion(text: path.version)
        default: nil
        }
    }

    private func unknownOption(_ name: String) -> any Error {
        let longNames = parameters.flatMap(\.names).filter { $0.hasPrefix("--") } + path.sharedNames
        return rejection(.unknownOption(name, suggestion: NameSuggestion.nearest(to: name, among: longNames)))
    }

    /// Prefers a later request for the help or the version: users add `--help` to wrong arguments.
    private func rejection(_ kind: ArgumentError.Kind) -> any Error {
        let names = optionsHaveEnded ? [] : remaining.prefix { $0 != "--" }
        for name in names {
            if let conclusion = conclusion(for: name) { return conclusion }
        }
        return ArgumentError(kind, path, parameters)
    }
}
