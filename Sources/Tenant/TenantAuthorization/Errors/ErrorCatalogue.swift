// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
import PortableFoundation
import TenantDirectory

/// The errors of one dialect by name, from its table in `CTesseraTenantResources`.
///
/// The dialect's code, the error page, the API for faults, the log of refusals and `docs/errors.md` read it.
package struct ErrorCatalogue: Sendable {
    /// The letters before a number, such as `AADSTS`; empty where errors have names.
    package let prefix: String
    private let entries: [String: ErrorEntry]

    /// Reads a table of the program; a test checks that each table can be read.
    package init(prefix: String = "", json: UnsafePointer<CChar>) {
        self.prefix = prefix
        entries = (try? JSONDecoder().decode([String: ErrorEntry].self, from: Data(String(cString: json).utf8))) ?? [:]
    }

    package subscript(name: String) -> ErrorEntry? { entries[name] }
    package subscript(number: Int) -> ErrorEntry? { entries[String(number)] }

    /// Every number, the lowest first.
    package var numbers: [Int] { entries.keys.compactMap(Int.init).sorted() }

    /// Every number with its letters, such as `AADSTS50196`.
    package var names: [String] { numbers.map { "\(prefix)\($0)" } }

    /// Every member of the tenant file that settles an error.
    package var settings: Set<String> { Set(entries.values.compactMap(\.setting)) }

    /// The number in a text such as `AADSTS50196` or `50196`; `nil` for others, and for unknown numbers.
    package func number(in text: String) -> Int? {
        let text = text.uppercased()
        let digits = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
            return nil
        }
        return self[number] == nil ? nil : number
    }

    /// An error for the log of refusals.
    ///
    /// The reason quotes nothing of the request; without one, it takes the title.
    package func rule(_ name: String, reason: String? = nil, traceID: String? = nil) -> RefusalNote.Rule {
        let entry = self[name]
        return RefusalNote.Rule(
            prefix + name, reason: reason ?? entry?.title ?? name, setting: entry?.setting, remedy: entry?.remedy,
            traceID: traceID)
    }
}

/// One error of a dialect, as an entry of its table in `CTesseraTenantResources`.
///
/// Codes and texts are from Microsoft's lists of error codes and from recordings. A text omits the parts of the request
/// that the real service quotes.
package struct ErrorEntry: Sendable, Decodable {
    /// The code of RFC 6749 or OpenID Connect; `nil` if the entry's name is the code.
    package let code: String?
    /// Entra ID's `suberror`, a more exact reason.
    package let suberror: String?
    /// The claims for the app to send to the authorization endpoint.
    package let claims: String?
    /// The error in a few words.
    package let title: String
    package let cause: String?
    /// The next step for the developer.
    package let remedy: String
    /// The member of the tenant file that settles the error; `nil` if the request itself must change.
    package let setting: String?
    private let plainText: String?
    private let template: String?
    private let page: Bool?
    private let named: Bool?
    private let kept: Int?

    private enum CodingKeys: String, CodingKey {
        case code, suberror, claims, title, cause, remedy, setting, template, page
        case plainText = "text"
        case named = "isNamed"
        case kept = "status"
    }

    /// Whether the authorization endpoint shows it on a page: errors about directory, client or redirect URI.
    package var isPage: Bool { page ?? false }

    /// Whether errors link to the page with the explanation; the real service does not always.
    package var isNamed: Bool { named ?? true }

    /// The text without number and trace; `nil` if the program writes the text.
    package var text: String? { plainText ?? template?.replacing(#/\ \(?'?\{\d\}'?\)?/#, with: "") }

    /// The text with values in the gaps `{0}`, `{1}` of its template.
    package func text(with values: [String]) -> String? {
        guard !values.isEmpty else { return text }
        return (template ?? text)?.replacing(#/\{(\d)\}/#) { gap in Int(gap.1).map { values[$0] } ?? "" }
    }

    /// The status in JSON responses. RFC 6749 §5.2
    package var status: HTTPResponse.Status {
        if let kept { return HTTPResponse.Status(code: kept) }
        return switch code {
        case "invalid_client": .unauthorized
        case "temporarily_unavailable": .serviceUnavailable
        default: .badRequest
        }
    }
}
