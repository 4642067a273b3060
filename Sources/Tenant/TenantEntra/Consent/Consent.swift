// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// The permissions of one app for one person: consented by the person, or by an administrator for all people.
package struct Consent: Sendable, Hashable {
    /// Permissions, as ``ResolvedScope/permission`` writes them.
    var own: Set<String> = []
    /// The permissions that an administrator consented to on a consent page.
    var organization: Set<String> = []
    /// The permissions of the app's registration; no page revokes them.
    package var registered: Set<String> = []

    package init(own: Set<String> = [], organization: Set<String> = [], registered: Set<String> = []) {
        (self.own, self.organization, self.registered) = (own, organization, registered)
    }

    /// All consented permissions.
    var all: Set<String> { own.union(organization).union(registered) }

    /// Whether the app may have a scope.
    package func covers(_ scope: ResolvedScope) -> Bool {
        scope.isDefault ? !granted(of: scope).isEmpty : all.contains(scope.permission)
    }

    /// Whether an administrator, or the registration, consented to a scope for all people.
    func coversForEverybody(_ scope: ResolvedScope) -> Bool {
        organization.contains(scope.permission) || registered.contains(scope.permission)
    }

    /// Adds the earlier consents of each `.default`, and the person's other consents for the same APIs.
    ///
    /// Clients look for `.default` in answers, so it stays. Entra ID puts every earlier consent into a token. Tessera
    /// omits unrequested permissions of the registration, so that developers can try an app with fewer.
    package func expanding(_ scopes: [ResolvedScope]) -> [ResolvedScope] {
        var seen: Set<String> = []
        let asked = scopes.flatMap { $0.isDefault ? granted(of: $0) + [$0] : [$0] }
        let earlier = scopes.filter { $0.apiID != nil }.flatMap { siblings(of: $0, in: own) }
        return (asked + earlier).filter { seen.insert($0.permission).inserted }
    }

    private func granted(of scope: ResolvedScope) -> [ResolvedScope] { siblings(of: scope, in: all) }

    private func siblings(of scope: ResolvedScope, in permissions: Set<String>) -> [ResolvedScope] {
        let prefix = "\(scope.apiID ?? "")/"
        return permissions.filter { $0.hasPrefix(prefix) }.sorted()
            .map { scope.sibling(String($0.dropFirst(prefix.count))) }
    }
}
