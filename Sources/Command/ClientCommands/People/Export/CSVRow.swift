// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph

/// A row of comma-separated values without formulas. RFC 4180 §2; OWASP, CSV Injection
struct CSVRow {
    let cells: [String]

    init(_ cells: [String]) { self.cells = cells }

    init(_ person: Person, hasPhotoColumn: Bool, photo: String?) {
        cells = Self.properties.map { $0.value(person) ?? "" } + (hasPhotoColumn ? [photo ?? ""] : [])
    }

    /// Graph's names of the properties.
    static func columns(_ hasPhotos: Bool) -> [String] { properties.map(\.name) + (hasPhotos ? ["photo"] : []) }

    private static let properties: [(name: String, value: @Sendable (Person) -> String?)] = [
        ("id", { $0.id }), ("displayName", \.displayName), ("givenName", \.givenName), ("surname", \.surname),
        ("userPrincipalName", \.userPrincipalName), ("mail", \.mail), ("jobTitle", \.jobTitle),
        ("department", \.department), ("officeLocation", \.officeLocation), ("mobilePhone", \.mobilePhone),
        ("businessPhones", { $0.businessPhones?.joined(separator: "; ") }), ("preferredLanguage", \.preferredLanguage),
    ]

    var text: String { cells.map(Self.quoted).joined(separator: ",") + "\r\n" }

    /// Always quoted: a spreadsheet with semicolons as separators must not split the cell.
    private static func quoted(_ cell: String) -> String {
        guard !cell.isEmpty else { return "" }
        let harmless = defused(cell.withoutControls)
        return "\"\(harmless.replacing("\"", with: "\"\""))\""
    }

    /// Prefixes the start of a formula with an apostrophe, and so also numbers such as `+49`.
    static func defused(_ cell: String) -> String {
        // By scalars: a combining mark turns the sign into another character, but spreadsheets still read the sign.
        guard let first = cell.unicodeScalars.first, beginnings.contains(first) else { return cell }
        return "'\(cell)"
    }

    private static let beginnings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
