// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
import PortableFoundation
import TenantDirectory

/// A dialect's errors, for its code, error page, faults, and log of refusals, and for `docs/errors.md`.
package struct ErrorCatalogue: Sendable {
    /// Precedes a number, such as `AADSTS`; empty where errors have names.
    package let prefix: String
    private let entries: [String: ErrorEntry]

    /// A test checks that each table can be read.
    package init(prefix: String = "", json: UnsafePointer<CChar>) {
        self.prefix = prefix
        entries = (try? JSONDecoder().decode([String: ErrorEntry].self, from: Data(String(cString: json).utf8))) ?? [:]
    }

    package subscript(name: String) -> ErrorEntry? { entries[name] }
    package subscript(number: Int) -> ErrorEntry? { entries[String(number)] }

    package var numbers: [Int] { entries.keys.compactMap(Int.init).sorted() }

    package var names: [String] { numbers.map { "\(prefix)\($0)" } }

    package var settings: Set<String> { Set(entries.values.compactMap(\.setting)) }

    /// Accepts `AADSTS50196` and `50196`; `nil` for unknown numbers.
    package func number(in text: String) -> Int? {
        let text = text.uppercased()
        let digits = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        return self[number] == nil ? nil : number
    }

    /// For the log of refusals; the reason, by default the title, quotes nothing of the request.
    package func rule(_ name: String, reason: String? = nil, traceID: String? = nil) -> RefusalNote.Rule {
        let entry = self[name]
        return RefusalNote.Rule(
            prefix + name, reason: reason ?? entry?.title ?? name, setting: entry?.setting, remedy: entry?.remedy,
            traceID: traceID)
    }
}

/// An entry of a dialect's table, from Microsoft's lists and recordings; texts omit quoted parts of requests.
package struct ErrorEntry: Sendable, Decodable {
    /// The code of RFC 6749 or OpenID Connect; `nil` if the entry's name is the code.
    package let code: String?
    package let suberror: String?
    package let claims: String?
    package let title: String
    package let cause: String?
    package let remedy: String
    /// The member of the tenant file that fixes the error; `nil` if the request itself must change.
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

    /// Whether the authorization endpoint shows it on a page: errors about directory, client, or redirect URI.
    package var isPage: Bool { page ?? false }

    /// Whether errors link to the page with the explanation, as the real service's do not always.
    package var isNamed: Bool { named ?? true }

    package var text: String? { plainText ?? template?.replacing(#/\ \(?'?\{\d\}'?\)?/#, with: "") }

    package func text(with values: [String]) -> String? {
        guard !values.isEmpty else { return text }
        return (template ?? text)?.replacing(#/\{(\d)\}/#) { gap in Int(gap.1).map { values[$0] } ?? "" }
    }

    /// In JSON responses. RFC 6749 §5.2
    package var status: HTTPResponse.Status {
        if let kept { return HTTPResponse.Status(code: kept) }
        return switch code {
        case "invalid_client": .unauthorized
        case "temporarily_unavailable": .serviceUnavailable
        default: .badRequest
        }
    }
}
