// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import MicrosoftGraph
import PortableFoundation

/// The formats of an export; each is a sequence of records, so that it can be written and continued at any record.
enum ExportFormat: String, Sendable, Codable, CaseIterable, ExpressibleByArgument {
    case csv, json, vcard
}

struct ExportedPhoto: Sendable {
    let name: String
    let photo: PersonPhoto
}

struct PersonWriter: Sendable {
    let format: ExportFormat
    let hasPhotos: Bool

    func beginning(isFile: Bool) -> Data {
        guard format == .csv else { return Data() }
        // Without a byte order mark, Excel uses a legacy code page; programs behind a pipe need none.
        return Data((isFile ? "\u{FEFF}" : "").utf8) + Data(CSVRow(CSVRow.columns(hasPhotos)).text.utf8)
    }

    func record(of person: Person, photo: ExportedPhoto?) throws -> Data {
        switch format {
        case .csv: Data(CSVRow(person, hasPhotoColumn: hasPhotos, photo: photo?.name).text.utf8)
        case .json: try JSONLine(person: person, photo: photo?.name).data()
        case .vcard: Data(VCard(person, photo: photo?.photo).text.utf8)
        }
    }
}

struct JSONLine: Encodable {
    let person: Person
    let photo: String?

    private enum CodingKeys: CodingKey { case photo }

    private static let newline = Data("\n".utf8)

    func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(photo, forKey: .photo)
    }

    func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(self)
        // Most lines have only printable ASCII, which needs no escapes for terminals.
        if line.allSatisfy({ (0x20..<0x7F).contains($0) }) { return line + Self.newline }
        return Data(Terminal.escaped(String(decoding: line, as: UTF8.self)).utf8) + Self.newline
    }
}

extension String {
    /// The text without the control characters that a format or a terminal would obey; tabs and line breaks stay.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isObeyed ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool {
        (value < 0x20 || (0x7F...0x9F).contains(value)) && !["\t", "\n", "\r"].contains(self)
    }
}
