// SPDX-License-Identifier: Apache-2.0

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
            sentence: "The app learns that it is you, by an id that no other app knows."),
        PermissionText(
            scope: "profile", title: "See your name and user name",
            sentence: "The app can greet you by name, and tell which directory you belong to."),
        PermissionText(
            scope: "email", title: "See your e-mail address", sentence: "The app can read your main e-mail address."),
        PermissionText(
            scope: "offline_access", title: "Keep the access that you give it",
            sentence: "The app can use these permissions while you are away, until you revoke them."),
        PermissionText(
            scope: "address", title: "See your postal address", sentence: "The app can read your postal address."),
        PermissionText(
            scope: "phone", title: "See your telephone number", sentence: "The app can read your telephone number."),
    ]
}
