// SPDX-License-Identifier: Apache-2.0
package import SignIn

extension Account {
    /// The name for pages; a provider may give none.
    package var shownName: String { identity.name ?? identity.username ?? identity.subject }

    /// The permissions in the app's words: the last part of a scope is its name.
    package func permissions(at settings: Settings) -> [Texts.Permission] {
        let granted = grantedScopes.isEmpty ? settings.registration.scopes : grantedScopes
        let names = granted.union(settings.tasks?.scopes ?? []).scopes
            .map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Texts.Permission.allCases.filter { names.contains($0.rawValue) }
    }
}
