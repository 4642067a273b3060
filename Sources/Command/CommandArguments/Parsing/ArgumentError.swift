// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ArgumentError: Error, Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        case unknownOption(String, suggestion: String?)
        case unexpectedArgument(String, suggestion: String?)
        case misplacedSubcommand(String)
        case missingArgument(Parameter)
        case missingValue(Parameter)
        case invalidValue(String, Parameter, reason: String?)
        case unwantedValue(String, name: String)
        /// Complete sentences, such as those of a ``ValidationError``.
        case contradiction(String)
    }

    private let kind: Kind
    private let path: CommandPath
    private let parameters: [Parameter]

    init(_ kind: Kind, _ path: CommandPath, _ parameters: [Parameter]) {
        self.kind = kind
        self.path = path
        self.parameters = parameters
    }

    /// The exit code for it: `EX_USAGE` of `sysexits.h`.
    public static let status: Int32 = 64

    /// Several lines for standard error: the mistake, the help of its parameter, the usage, and the next step.
    public var description: String {
        var lines = ["Error: \(message)"]
        if let parameter, !parameter.help.isEmpty {
            lines.append("Help:  \(parameter.synopsis)  \(parameter.help)")
        }
        lines.append("Usage: \(UsageLine(path, parameters))")
        lines.append("  See '\(path.text) --help' for more information.")
        return lines.joined(separator: "\n")
    }

    private var message: String {
        switch kind {
        case .unknownOption(let name, let suggestion):
            "Unknown option '\(name)'\(Self.question(suggestion))"
        case .unexpectedArgument(let word, let suggestion):
            "Unexpected argument '\(word)'\(Self.question(suggestion))"
        case .misplacedSubcommand(let name):
            "Unexpected argument '\(name)'. Place the subcommand before all options."
        case .missingArgument(let parameter):
            "Missing expected argument '\(parameter.synopsis)\(parameter.isRepeatable ? " ..." : "")'"
        case .missingValue(let parameter):
            "Missing value for '\(parameter.synopsis)'"
        case .invalidValue(let value, let parameter, let reason):
            "The value '\(value)' is invalid for '\(parameter.synopsis)'"
                + (reason.map { ": \($0)" } ?? Self.choice(of: parameter.allowedValues))
        case .unwantedValue(let value, let name):
            "The option '\(name)' does not take any value, but '\(value)' was specified."
        case .contradiction(let message):
            message
        }
    }

    private var parameter: Parameter? {
        switch kind {
        case .missingArgument(let parameter), .missingValue(let parameter), .invalidValue(_, let parameter, _):
            parameter
        case .unknownOption, .unexpectedArgument, .misplacedSubcommand, .unwantedValue, .contradiction:
            nil
        }
    }

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { ". Did you mean '\($0)'?" } ?? ""
    }

    private static func choice(of values: [String]) -> String {
        guard let last = values.last else { return "" }
        let others = values.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return ". Please provide \(others.isEmpty ? "" : "one of \(others) or ")'\(last)'."
    }
}
