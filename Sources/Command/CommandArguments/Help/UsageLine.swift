// SPDX-License-Identifier: Apache-2.0

/// The command with its parameters on one line: optional ones in brackets, repeatable ones with `...`.
///
/// `<options>` stands for the parameters that are left out, in brackets if others follow, as in swift-argument-parser.
struct UsageLine: CustomStringConvertible {
    let description: String

    /// With more parameters, the line shows only the required and the positional ones.
    private static let maximumCount = 12

    init(_ path: CommandPath, _ parameters: [Parameter]) {
        let isAbridged = parameters.count > Self.maximumCount
        let shown = parameters.filter { !isAbridged || $0.kind == .argument || $0.isRequired }
        var words = path.words
        if isAbridged { words.append(shown.isEmpty ? "<options>" : "[<options>]") }
        words += shown.map(Self.word)
        if !path.configuration.subcommands.isEmpty { words.append("<subcommand>") }
        description = words.joined(separator: " ")
    }

    private static func word(for parameter: Parameter) -> String {
        let text = parameter.synopsis + (parameter.isRepeatable ? " ..." : "")
        return parameter.isRequired ? text : "[\(text)]"
    }
}
