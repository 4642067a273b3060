// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantDirectory

extension DirectoryPerson {
    /// Reads a person; the names are those of Microsoft Graph's `user`, where it has one.
    ///
    /// The manager is the document's id or user name; ``resolved(_:_:)`` replaces a user name by the id.
    ///
    /// - Parameters:
    ///   - object: The object, which collects the errors.
    ///   - id: The id, if the address names one.
    ///   - tenantID: The directory.
    ///   - current: The person before the change; the password stays unless the document has one.
    ///   - context: The password hashes and the source of ids.
    init(
        reading object: inout DocumentObject, id: String?, in tenantID: String, current: DirectoryPerson?,
        _ context: DocumentContext
    ) {
        let username = Self.userPrincipalName(in: &object)
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        self.init(
            id: id ?? named ?? context.identifier(of: "person", username), tenantID: tenantID,
            displayName: object.requiredText("displayName"), givenName: object.text("givenName"),
            surname: object.text("surname"), userPrincipalName: username, mail: object.text("mail"),
            jobTitle: object.text("jobTitle"), department: object.text("department"),
            officeLocation: object.text("officeLocation"), mobilePhone: object.text("mobilePhone"),
            businessPhones: object.texts("businessPhones"), preferredLanguage: object.text("preferredLanguage"),
            managerID: object.text("manager"), secondFactorPhone: object.text("secondFactorPhone"),
            directoryRole: object.choice("directoryRole", of: DirectoryRole.self),
            userType: object.choice("userType", of: UserType.self) ?? .member,
            accountEnabled: object.flag("accountEnabled", or: true), passwordHash: current?.passwordHash,
            failedAttempts: object.integer("failedAttempts", in: 0...1_000_000) ?? 0,
            lockedUntil: object.date("lockedUntil"),
            signInSessionsValidFrom: object.date("signInSessionsValidFromDateTime"),
            lastPasswordChangeDateTime: object.date("lastPasswordChangeDateTime"),
            usageLocation: object.text("usageLocation"),
            additionalClaims: object.members(of: "additionalClaims"))
        let isForced: Bool? = object.object("passwordProfile") { profile in
            passwordHash = profile.passwordHash(context) ?? passwordHash
            return profile.flag("forceChangePasswordNextSignIn", or: false)
        }
        forceChangePasswordNextSignIn = isForced ?? false
    }

    /// The members of the person for an audience.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        for (name, text) in [
            ("id", id), ("displayName", displayName), ("givenName", givenName), ("surname", surname),
            ("userPrincipalName", userPrincipalName), ("mail", mail), ("jobTitle", jobTitle),
            ("department", department), ("officeLocation", officeLocation), ("mobilePhone", mobilePhone),
            ("preferredLanguage", preferredLanguage), ("manager", managerID),
            ("secondFactorPhone", secondFactorPhone), ("directoryRole", directoryRole?.rawValue),
        ] {
            members.add(name, text)
        }
        members.add("businessPhones", businessPhones)
        members.add("userType", userType.rawValue, ordinarily: UserType.member.rawValue)
        members.add("accountEnabled", accountEnabled, ordinarily: true)
        members.add("passwordProfile") { profile in
            profile.addHash("passwordHash", passwordHash)
            profile.add("forceChangePasswordNextSignIn", forceChangePasswordNextSignIn, ordinarily: false)
        }
        members.add("failedAttempts", .number("\(failedAttempts)"), ordinarily: .number("0"))
        members.add("lockedUntil", lockedUntil)
        members.add("signInSessionsValidFromDateTime", signInSessionsValidFrom)
        members.add("lastPasswordChangeDateTime", lastPasswordChangeDateTime)
        members.add("usageLocation", usageLocation)
        members.add("additionalClaims", .object(additionalClaims), ordinarily: .object([:]))
        return members
    }

    /// Whether a text is a valid user name.
    static func isUserPrincipalName(_ text: String) -> Bool {
        text.utf8.count <= 113 && text.wholeMatch(of: #/[A-Za-z0-9'._!#^~+\-]+@[A-Za-z0-9.\-]+/#) != nil
    }

    private static func userPrincipalName(in object: inout DocumentObject) -> String {
        let name = "userPrincipalName"
        if !object.has(name) { object.complain(name, "'\(name)' is missing; give the name to sign in with.") }
        return object.text(name, as: "a user name, such as ana.silva@aldervale.example", where: isUserPrincipalName)
            ?? ""
    }
}
