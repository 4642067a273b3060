// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// What one app may do for one person: what they agreed to, and what an administrator did for everybody.
package struct Consent: Sendable, Hashable {
    /// Permissions, as ``ResolvedScope/permission`` writes them.
    var own: Set<String> = []
    /// What an administrator agreed to on a consent page.
    var organization: Set<String> = []
    /// What the app was registered with; nobody can take it back here.
    package var registered: Set<String> = []

    package init(own: Set<String> = [], organization: Set<String> = [], registered: Set<String> = []) {
        (self.own, self.organization, self.registered) = (own, organization, registered)
    }

    /// Everything that was agreed to.
    var all: Set<String> { own.union(organization).union(registered) }

    /// Whether the app may have a scope.
    package func covers(_ scope: ResolvedScope) -> Bool {
        scope.isDefault ? !granted(of: scope).isEmpty : all.contains(scope.permission)
    }

    /// Whether an administrator agreed to a scope for everybody.
    func coversForEverybody(_ scope: ResolvedScope) -> Bool {
        organization.contains(scope.permission) || registered.contains(scope.permission)
    }

    /// The scopes with what was agreed to before each `.default`, which stays because clients look for it in answers,
    /// and with what else the person agreed to of the same APIs.
    ///
    /// Entra ID puts everything into a token that was ever agreed to. What the app was registered with is left out here
    /// unless it is asked for, so that an app can be tried with fewer permissions than the sample has.
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
