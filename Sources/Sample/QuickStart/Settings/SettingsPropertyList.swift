// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

struct SettingsPropertyList {
    /// `nil` for values that are not strings.
    let values: [String: String?]
    let isMended: Bool
    let malformed: SettingsError

    /// Accepts placeholders such as `<tenant name>`, which make the XML invalid.
    init(_ content: Data, file: String) throws {
        malformed = SettingsError(
            file: file,
            problem: "this is not a property list; it must be XML beginning with <plist version=\"1.0\">")
        let intact = Self.list(content)
        isMended = intact == nil
        guard let list = intact ?? Self.mended(content).flatMap(Self.list) else {
            guard let line = Self.lineOfAmpersand(content) else { throw malformed }
            throw SettingsError(
                file: file,
                problem: "line \(line) has an unescaped &; XML requires &amp;, as in ?p=b2c_1_susi&amp;x=y")
        }
        guard let values = list.values else {
            throw SettingsError(
                file: file, problem: "the property list must contain a <dict> of keys and values")
        }
        self.values = values.mapValues(\.text)
    }

    /// Only strings are used.
    private struct Value: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    private struct List: Decodable {
        let values: [String: Value]?

        init(from decoder: any Decoder) throws {
            values = try? decoder.singleValueContainer().decode([String: Value].self)
        }
    }

    private static func list(_ content: Data) -> List? { try? PropertyListDecoder().decode(List.self, from: content) }

    /// The line of the first `&` that begins no reference. XML 1.0 §2.4
    private static func lineOfAmpersand(_ content: Data) -> Int? {
        guard let text = String(data: content, encoding: .utf8) else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let reference = #/&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)/#
        return lines.firstIndex { $0.contains(reference) }.map { $0 + 1 }
    }

    /// The samples contain `<string><client ID></string>`, whose placeholder is an element for the XML parser.
    private static func mended(_ content: Data) -> Data? {
        guard let text = String(data: content, encoding: .utf8) else { return nil }
        let parts = text.split(separator: "<string>", omittingEmptySubsequences: false).map(String.init)
        let mended = parts.dropFirst().map { part in
            guard let end = part.firstRange(of: "</string>")?.lowerBound else { return part }
            let value = part[..<end].replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            return "\(value)\(part[end...])"
        }
        return Data(([parts[0]] + mended).joined(separator: "<string>").utf8)
    }
}
