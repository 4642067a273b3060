// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// What somebody who signs up says of themselves.
struct CustomerProfile: Sendable, Hashable {
    let displayName: String
    let givenName: String?
    let surname: String?

    /// Reads the form; the display name may still be empty.
    ///
    /// - Throws: `Refusal` if a field stands twice.
    init(_ form: FormParameters) throws {
        displayName = try form.line("displayName")
        givenName = try form.line("givenName").nonEmpty
        surname = try form.line("surname").nonEmpty
    }

    /// What must be mended, in words for a page; `nil` if nothing must.
    var problem: String? {
        if displayName.isEmpty { return "Type the name that others shall see." }
        let names = [displayName, givenName ?? "", surname ?? ""].map(\.unicodeScalars)
        if names.contains(where: { $0.count > 128 }) { return "A name has 128 characters at most." }
        return names.joined().contains { $0.isInvisible && !$0.isJoiner }
            ? "A name has no line breaks and no invisible characters." : nil
    }
}

extension FormParameters {
    /// One line of text without white space around it; empty if the field is missing.
    func line(_ name: String) throws -> String {
        (try once(name) ?? "").trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
