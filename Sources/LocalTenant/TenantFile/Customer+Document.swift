// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE

extension Customer {
    /// Reads somebody who signs in through user flows.
    ///
    /// - Parameters:
    ///   - object: The object; what is wrong is written down in it.
    ///   - id: The id, where the address names one already.
    ///   - tenantID: The directory.
    ///   - current: The customer as they were: the password stays unless another is given.
    ///   - context: The rest of what must be known.
    init(
        reading object: inout DocumentObject, id: String?, in tenantID: String, current: Customer?,
        _ context: DocumentContext
    ) {
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        if !object.has("email") { object.complain("email", "'email' is missing; give the address to sign in with.") }
        let email = object.text("email", as: "an e-mail address", where: Self.isEmailAddress).map(
            EmailAddress.folded)
        self.init(
            id: id ?? named ?? context.identifier(of: "customer", "\(tenantID) \(email ?? "")"), tenantID: tenantID,
            email: email ?? "", displayName: object.requiredText("displayName"), givenName: object.text("givenName"),
            surname: object.text("surname"),
            passwordHash: object.passwordHash(context) ?? current?.passwordHash ?? "",
            grantsEndedAt: object.date("grantsEndedAt"),
            failedAttempts: object.integer("failedAttempts", in: 0...1_000_000) ?? 0,
            lockedUntil: object.date("lockedUntil"), attributes: current?.attributes ?? [:], phone: current?.phone,
            accountEnabled: current?.accountEnabled ?? true)
    }

    /// Whether a text can be an address to sign in with.
    private static func isEmailAddress(_ text: String) -> Bool {
        EmailAddress.isWellFormed(text)
            && text.wholeMatch(of: #/[A-Za-z0-9.!#$%&*+\/=?^_{|}~'\-]+@[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+/#) != nil
    }

    /// The customer as others read them.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        for (name, text) in [
            ("id", id), ("email", email), ("displayName", displayName), ("givenName", givenName), ("surname", surname),
        ] {
            members.add(name, text)
        }
        if !passwordHash.isEmpty { members.addHash("passwordHash", passwordHash) }
        members.add("grantsEndedAt", grantsEndedAt)
        members.add("failedAttempts", .number("\(failedAttempts)"), ordinarily: .number("0"))
        members.add("lockedUntil", lockedUntil)
        return members
    }
}
