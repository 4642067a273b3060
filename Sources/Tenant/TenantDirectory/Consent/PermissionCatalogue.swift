// SPDX-License-Identifier: Apache-2.0
package import PageTemplates

/// Describes OpenID Connect scopes in the tenant's words, and API scopes in the words of their registration.
package struct PermissionCatalogue: Sendable {
    package let apps: [RegisteredApp]

    package init(apps: [RegisteredApp]) { self.apps = apps }

    package func permission(_ scope: ResolvedScope) -> Permission {
        let api = scope.apiID.flatMap { id in apps.first { $0.id == id } }
        let scope =
            scope.apiID.map { id in
                ResolvedScope(apiID: id, value: scope.value, text: "\(api?.identifierURI ?? id)/\(scope.value)")
            } ?? scope
        let texts = api?.permissionTexts ?? Self.openIDConnect
        guard let text = texts.first(where: { $0.scope == scope.value }) else {
            let owner = api.map { "\($0.displayName): " } ?? ""
            return Permission(
                scope: scope, title: owner + scope.value, sentence: "The app may use this permission as you.",
                needsAdministrator: false)
        }
        return Permission(
            scope: scope, title: text.title, sentence: text.sentence, needsAdministrator: text.needsAdministrator)
    }

    package func permission(named name: String) -> Permission {
        guard let slash = name.firstIndex(of: "/") else {
            return permission(ResolvedScope(apiID: nil, value: name, text: name))
        }
        let value = String(name[name.index(after: slash)...])
        return permission(ResolvedScope(apiID: String(name[..<slash]), value: value, text: name))
    }

    /// The scopes of `.default` before any consent, because registrations here have no list of required permissions.
    package func offered(by scope: ResolvedScope) -> [ResolvedScope] {
        guard let api = apps.first(where: { $0.id == scope.apiID }) else { return [] }
        let all = api.scopes.map(scope.sibling)
        let free = all.filter { !permission($0).needsAdministrator }
        return free.isEmpty ? all : free
    }

    private static let openIDConnect = [
        PermissionText(
            scope: "openid", title: "Sign you in",
            sentence: "The app can identify you, by an id that no other app has."),
        PermissionText(
            scope: "profile", title: "See your name and user name",
            sentence: "The app can read your name and your directory."),
        PermissionText(
            scope: "email", title: "See your email address", sentence: "The app can read your main email address."),
        PermissionText(
            scope: "offline_access", title: "Keep the access that you grant",
            sentence: "The app can use these permissions while you are away, until you revoke them."),
        PermissionText(
            scope: "address", title: "See your postal address", sentence: "The app can read your postal address."),
        PermissionText(
            scope: "phone", title: "See your phone number", sentence: "The app can read your phone number."),
    ]
}

package struct Permission: Sendable, Hashable {
    package let scope: ResolvedScope
    let title: String
    let sentence: String
    package let needsAdministrator: Bool

    package var values: PageValues {
        ["title": title, "sentence": sentence, "scopeParts": scopeParts, "needsAdministrator": needsAdministrator]
    }

    /// A narrow page may break the scope between the API's part and the permission's.
    private var scopeParts: [Substring] {
        guard let slash = scope.text.lastIndex(of: "/") else { return [Substring(scope.text)] }
        return [scope.text[...slash], scope.text[scope.text.index(after: slash)...]]
    }
}

package struct PermissionText: Codable, Sendable, Hashable {
    package let scope: String
    package let title: String
    package let sentence: String
    package var needsAdministrator = false

    package init(scope: String, title: String, sentence: String, needsAdministrator: Bool = false) {
        (self.scope, self.title, self.sentence, self.needsAdministrator) = (scope, title, sentence, needsAdministrator)
    }
}

package enum GraphPermission: String, CaseIterable, Sendable {
    case own = "User.Read"
    case basicOfAll = "User.ReadBasic.All"
    case all = "User.Read.All"
    case directory = "Directory.Read.All"
    case directoryAsPerson = "Directory.AccessAsUser.All"
    case groupMembers = "GroupMember.Read.All"
    case groups = "Group.Read.All"
    case revokeSessions = "User.RevokeSessions.All"

    var text: PermissionText {
        let (title, sentence) = words
        return PermissionText(scope: rawValue, title: title, sentence: sentence, needsAdministrator: needsAdministrator)
    }

    /// A person may not disclose the details of all people.
    private var needsAdministrator: Bool {
        switch self {
        case .own, .basicOfAll: false
        case .all, .directory, .directoryAsPerson, .groupMembers, .groups, .revokeSessions: true
        }
    }

    private var words: (title: String, sentence: String) {
        switch self {
        case .own:
            ("Read your profile", "The app can read your own directory entry, including phone numbers and job.")
        case .basicOfAll:
            (
                "See who your colleagues are",
                "The app can read the names and email addresses of everyone in your directory."
            )
        case .all:
            (
                "Read everyone's full profile",
                "The app can read all details of everyone in your directory, such as phone numbers and managers."
            )
        case .directory:
            ("Read the whole directory", "The app can read everything in your directory that you can read yourself.")
        case .directoryAsPerson:
            (
                "Use the directory as you",
                "The app can do everything in your directory that you can do yourself."
            )
        case .groupMembers:
            ("See group memberships", "The app can list the groups in your directory and their members.")
        case .groups:
            ("Read all groups", "The app can read all groups in your directory, with their members.")
        case .revokeSessions:
            ("Sign people out everywhere", "The app can end all sessions of the people in your directory.")
        }
    }
}
