// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The next step after an error: a sentence with the commands that it names, or a command alone.
///
/// A command is an interpolation: `"run \(tessera: "sign-in"), and choose another account"`. In a sentence it is in
/// backticks; alone it has none, so that the line can be copied. Commands that never take settings, such as
/// `tessera demo`, are part of the text.
public struct Hint: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case command(environment: String, words: String)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ text: String) {
            if !text.isEmpty { parts.append(.text(text)) }
        }

        public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

        /// Appends a command that takes settings or a registration, by its words after `tessera`.
        public mutating func appendInterpolation(tessera words: String, in environment: String = "") {
            parts.append(.command(environment: environment, words: words))
        }
    }

    private var parts: [Part]

    public init(stringLiteral text: String) { parts = [.text(text)] }
    public init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

    public var description: String {
        let isAlone = parts.count == 1
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .command(let environment, let words):
                isAlone ? "\(environment)tessera \(words)" : "`\(environment)tessera \(words)`"
            }
        }.joined()
    }

    /// The same hint, whose commands repeat the settings, registration, or new registration of these arguments.
    ///
    /// Without them, a copied command would sign in to another app. A command that names a registration is complete.
    public func repeatingSettings(of arguments: [String]) -> Hint {
        let named = Self.options(in: arguments, of: ["--settings", "--registration"])
        // Only a sign-in takes these options, and nothing stores them before it succeeds.
        let issuer = Self.options(in: arguments, of: Self.issuerOptions)
        let new = issuer + (issuer.isEmpty ? "" : Self.options(in: arguments, of: ["--scope"]))
        var hint = self
        for (index, part) in parts.enumerated() {
            guard case .command(let environment, let words) = part, !words.contains("--registration") else { continue }
            let options = named + (words.hasPrefix("sign-in") ? new : "")
            hint.parts[index] = .command(environment: environment, words: words + options)
        }
        return hint
    }

    private static let issuerOptions = [
        "--issuer", "--client-id", "--name", "--redirect-uri", "--client-authentication", "--client-secret-file",
    ]

    private static func options(in arguments: [String], of names: [String]) -> String {
        arguments.enumerated().reduce(into: "") { text, argument in
            for name in names {
                if argument.element == name {
                    let values = arguments[(argument.offset + 1)...].prefix { !$0.hasPrefix("-") }
                    text += ([name] + values.prefix(name == "--scope" ? .max : 1).map(\.shellWord))
                        .map { " " + $0 }.joined()
                } else if argument.element.hasPrefix(name + "=") {
                    text += " \(name) \(String(argument.element.dropFirst(name.count + 1)).shellWord)"
                }
            }
        }
    }
}
