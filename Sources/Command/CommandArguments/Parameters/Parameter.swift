// SPDX-License-Identifier: Apache-2.0

struct Parameter: Sendable {
    enum Kind: Sendable, Equatable {
        /// A name with a value; `takesSeveral` accepts all words up to the next name.
        case option(takesSeveral: Bool)
        case flag
        case argument
    }

    let kind: Kind
    /// The names with their dashes; empty for an argument.
    let names: [String]
    let valueName: String
    let help: String
    /// A paragraph of the help on lines of its own.
    let more: String
    let isRequired: Bool
    let isRepeatable: Bool
    let defaultDescription: String?
    /// All accepted values; empty if they cannot be listed.
    let allowedValues: [String]
    private let isNumeric: Bool
    /// Parses and stores a value, which is empty for a flag; throws its reason, or ``InvalidValue`` without one.
    let store: @Sendable (String) throws -> Void

    /// Creates a parameter from a declaration that reads as the help shows it: `-X, --request <method>`.
    init(
        _ kind: Kind, _ declaration: String, help: String, more: String = "", isRequired: Bool = false,
        isRepeatable: Bool = false, defaultDescription: String? = nil, allowedValues: [String] = [],
        isNumeric: Bool = false, store: @escaping @Sendable (String) throws -> Void
    ) {
        let parts = declaration.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
        self.kind = kind
        names = parts[0].split { $0 == "," || $0 == " " }.map(String.init)
        valueName = parts.count > 1 ? String(parts[1].prefix { $0 != ">" }) : ""
        self.help = help
        self.more = more
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.defaultDescription = defaultDescription
        self.allowedValues = allowedValues
        self.isNumeric = isNumeric
        self.store = store
        precondition(
            names.isEmpty == (kind == .argument) && valueName.isEmpty == (kind == .flag)
                && names.allSatisfy { $0.hasPrefix("--") || $0.hasPrefix("-") && $0.unicodeScalars.count == 2 },
            "'\(declaration)' does not declare such a parameter")
    }

    /// The parameter with its last long name, as in errors and usage lines: `--limit <people>`, `<text>`.
    var synopsis: String { shown(as: names.last { $0.hasPrefix("--") } ?? names.last ?? "") }

    /// The parameter with all names, as in the help: `-X, --request <method>`.
    var title: String { shown(as: names.joined(separator: ", ")) }

    var explanation: String {
        var notes: [String] = []
        if !allowedValues.isEmpty { notes.append("values: \(allowedValues.joined(separator: ", "))") }
        if let defaultDescription { notes.append("default: \(defaultDescription)") }
        return help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    /// Whether a word can be a value of this option: it does not look like a name, or it is a negative number.
    func accepts(_ word: String) -> Bool {
        !word.utf8.starts(with: "-".utf8) || word == "-" || (isNumeric && Double(word) != nil)
    }

    private func shown(as name: String) -> String {
        let value = valueName.isEmpty ? "" : "<\(valueName)>"
        return name.isEmpty || value.isEmpty ? name + value : "\(name) \(value)"
    }
}

struct InvalidValue: Error {}
