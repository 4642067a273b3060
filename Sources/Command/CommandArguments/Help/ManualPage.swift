// SPDX-License-Identifier: Apache-2.0

/// The manual page of a command in the format of man(7).
///
/// Escapes of groff_char(7) keep characters that `man` would otherwise replace by typographic ones.
struct ManualPage: CustomStringConvertible {
    let description: String

    init(_ path: CommandPath) {
        let configuration = path.configuration
        let parameters = path.parameters.map(\.parameter)
        let name = path.words.joined(separator: "-")
        var lines = [
            ".TH \"\(name.uppercased())\" 1 \"\" \"\(path.programName) \(path.version)\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(configuration.abstract))",
            ".SH SYNOPSIS", Self.escaped(UsageLine(path, parameters).description),
        ]
        let paragraphs = configuration.discussion.split(separator: "\n\n")
        if !paragraphs.isEmpty { lines.append(".SH DESCRIPTION") }
        for paragraph in paragraphs {
            let text = Self.escaped(String(paragraph))
            // Indented lines are a table, which must not be filled.
            lines += paragraph.contains("\n ") ? [".PP", ".nf", text, ".fi"] : [".PP", text]
        }
        lines += Self.section("OPTIONS", parameters.map { ($0.title, $0.explanation, $0.more) })
        lines += Self.section("COMMANDS", configuration.subcommands.map { ($0.name, $0.configuration.abstract, "") })
        // The root's page describes all commands, for example their exit codes.
        let related = configuration.subcommands.map { "\(name)-\($0.name)" } + (path.isRoot ? [] : [path.programName])
        if !related.isEmpty {
            let references = related.map { ".BR \(Self.escaped($0)) (1)" }
            lines += [".SH SEE ALSO", references.joined(separator: " ,\n")]
        }
        description = lines.joined(separator: "\n")
    }

    private static func section(_ title: String, _ rows: [(name: String, help: String, more: String)]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return [".SH \(title)"]
            + rows.flatMap { row in
                let more = row.more.isEmpty ? [] : [".IP", escaped(row.more)]
                return [".TP", "\\fB\(escaped(row.name))\\fR", escaped(row.help)] + more
            }
    }

    /// Escapes a text for groff, so that it has no requests and no escapes, and its quotes and dashes stay ASCII.
    private static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // A request begins with a period, at the start of a line only.
            (line.first == "." ? "\\&" : "") + line.map { escapes[$0] ?? String($0) }.joined()
        }
        return lines.joined(separator: "\n.br\n")
    }

    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]
}
