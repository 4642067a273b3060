// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph

/// A row of comma-separated values, in which no cell is a formula.
///
/// RFC 4180 §2; OWASP, CSV Injection
struct CSVRow {
    let cells: [String]

    init(_ cells: [String]) { self.cells = cells }

    /// The row of a person.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - hasPhotoColumn: Whether rows have a column for photos.
    ///   - photo: The name of the photo's file; `nil` if the person has none.
    init(_ person: Person, hasPhotoColumn: Bool, photo: String?) {
        cells = Self.properties.map { $0.value(person) ?? "" } + (hasPhotoColumn ? [photo ?? ""] : [])
    }

    /// The names of the columns: Graph's names of the properties.
    static func columns(_ hasPhotos: Bool) -> [String] { properties.map(\.name) + (hasPhotos ? ["photo"] : []) }

    private static let properties: [(name: String, value: @Sendable (Person) -> String?)] = [
        ("id", { $0.id }), ("displayName", \.displayName), ("givenName", \.givenName), ("surname", \.surname),
        ("userPrincipalName", \.userPrincipalName), ("mail", \.mail), ("jobTitle", \.jobTitle),
        ("department", \.department), ("officeLocation", \.officeLocation), ("mobilePhone", \.mobilePhone),
        ("businessPhones", { $0.businessPhones?.joined(separator: "; ") }), ("preferredLanguage", \.preferredLanguage),
    ]

    /// The row with its line break.
    var text: String { cells.map(Self.quoted).joined(separator: ",") + "\r\n" }

    /// A cell in quotes: a spreadsheet that separates by semicolons must not find another cell in it.
    private static func quoted(_ cell: String) -> String {
        guard !cell.isEmpty else { return "" }
        let harmless = defused(cell.withoutControls)
        return "\"\(harmless.replacing("\"", with: "\"\""))\""
    }

    /// The text with an apostrophe before the first character of a formula, which also meets numbers such as `+49`.
    static func defused(_ cell: String) -> String {
        // By scalars: a combining mark makes another character of the sign, but spreadsheets still read the sign.
        guard let first = cell.unicodeScalars.first, beginnings.contains(first) else { return cell }
        return "'\(cell)"
    }

    private static let beginnings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
