// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing

/// The errors of one dialect by name, from the table of its target.
///
/// The dialect's code, the error page, the API for faults, the log of refusals and `docs/errors.md` read it.
package struct ErrorCatalogue: Sendable {
    /// The letters before a number, such as `AADSTS`; empty where errors have names.
    package let prefix: String
    private let entries: [String: ErrorEntry]

    /// Reads a table of the program; a test checks that each table can be read.
    package init(prefix: String = "", json: [UInt8]) {
        self.prefix = prefix
        entries = (try? JSONDecoder().decode([String: ErrorEntry].self, from: Data(json))) ?? [:]
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
    /// - Parameters:
    ///   - name: The name of the entry.
    ///   - reason: A more exact text, which quotes nothing of the request; `nil` takes the title.
    ///   - traceID: The id under which the client sees the error.
    /// - Returns: The rule with remedy and setting of the entry.
    package func rule(_ name: String, reason: String? = nil, traceID: String? = nil) -> RefusalNote.Rule {
        let entry = self[name]
        return RefusalNote.Rule(
            prefix + name, reason: reason ?? entry?.title ?? name, setting: entry?.setting, remedy: entry?.remedy,
            traceID: traceID)
    }
}
