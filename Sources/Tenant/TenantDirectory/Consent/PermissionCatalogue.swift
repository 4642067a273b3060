// SPDX-License-Identifier: Apache-2.0
package import PageTemplates

/// Describes scopes in words: OpenID Connect's in our words, an API's in the words of its registration.
package struct PermissionCatalogue: Sendable {
    package let apps: [RegisteredApp]

    package init(apps: [RegisteredApp]) {
        self.apps = apps
    }

    /// A scope in words, always with its full name; one without a text in the API's registration is shown by its
    /// name.
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

    /// A permission in words, by its name in the consent table.
    package func permission(named name: String) -> Permission {
        guard let slash = name.firstIndex(of: "/") else {
            return permission(ResolvedScope(apiID: nil, value: name, text: name))
        }
        let value = String(name[name.index(after: slash)...])
        return permission(ResolvedScope(apiID: String(name[..<slash]), value: value, text: name))
    }

    /// The scopes of `.default` before any consent, because registrations here hold no list of required permissions:
    /// the API's permissions that need no administrator, or all if there is none.
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

/// A scope in words.
package struct Permission: Sendable, Hashable {
    package let scope: ResolvedScope
    let title: String
    let sentence: String
    package let needsAdministrator: Bool

    package var values: PageValues {
        ["title": title, "sentence": sentence, "scopeParts": scopeParts, "needsAdministrator": needsAdministrator]
    }

    /// The scope in the parts between which a narrow page may break it: the API's part, and the permission's.
    private var scopeParts: [Substring] {
        guard let slash = scope.text.lastIndex(of: "/") else { return [Substring(scope.text)] }
        return [scope.text[...slash], scope.text[scope.text.index(after: slash)...]]
    }
}

/// The text with which an API explains a permission on the consent page.
package struct PermissionText: Codable, Sendable, Hashable {
    /// The scope, without the API.
    package let scope: String
    /// A few words, such as “Read your profile”.
    package let title: String
    /// The effect of the permission, in one sentence.
    package let sentence: String
    /// Whether only an administrator may agree.
    package var needsAdministrator = false

    package init(scope: String, title: String, sentence: String, needsAdministrator: Bool = false) {
        (self.scope, self.title, self.sentence, self.needsAdministrator) = (scope, title, sentence, needsAdministrator)
    }
}

/// A permission of Microsoft Graph.
package enum GraphPermission: String, CaseIterable, Sendable {
    /// The profile of the person who signed in.
    case own = "User.Read"
    /// The basic properties of all people.
    case basicOfAll = "User.ReadBasic.All"
    /// All properties of all people.
    case all = "User.Read.All"
    /// All objects of the directory, including all properties of all people.
    case directory = "Directory.Read.All"
    /// Everything that the person may do in the directory.
    case directoryAsPerson = "Directory.AccessAsUser.All"
    /// The groups and their members.
    case groupMembers = "GroupMember.Read.All"
    /// The groups with all their properties and members.
    case groups = "Group.Read.All"
    /// Signing people out everywhere.
    case revokeSessions = "User.RevokeSessions.All"

    /// The text of the permission on the consent page.
    var text: PermissionText {
        let (title, sentence) = words
        return PermissionText(scope: rawValue, title: title, sentence: sentence, needsAdministrator: needsAdministrator)
    }

    /// Whether only an administrator may consent: a person may not disclose the details of all people.
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
