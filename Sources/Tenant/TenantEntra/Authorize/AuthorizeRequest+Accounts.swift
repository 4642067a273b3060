// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension AuthorizeRequest {
    /// The directories of the people in the picker: those that match `domain_hint`, or all if none does.
    var offeredDirectories: [Tenant] {
        let hinted = target.directories.filter { tenant in
            switch domainHint?.lowercased() {
            case "organizations": tenant.kind == .organization
            case "consumers": tenant.kind == .consumers
            case let domain?: tenant.domain.lowercased() == domain || tenant.id == domain
            case nil: true
            }
        }
        return hinted.isEmpty ? target.directories : hinted
    }

    /// The person that can be signed in without a page.
    ///
    /// - Parameter arrivals: The people in the browser's session, of any directory.
    /// - Returns: A person, or `nil` if a page must ask.
    /// - Throws: ``EntraError`` (16000, 50058, 160021) if `prompt=none` forbids pages and no single person matches.
    func silentMember(among arrivals: [BrowserSessions.Member]) throws -> BrowserSessions.Member? {
        let offered = Set(offeredDirectories.map(\.id))
        let candidates = arrivals.filter { member in
            offered.contains(member.person.tenantID) && loginHint.map(member.person.isMeant) ?? true
                && sessionHint.map { $0 == member.sessionID } ?? true
        }
        if prompt.contains("none") {
            if let only = candidates.first, candidates.count == 1 { return only }
            if sessionHint != nil { throw EntraError.sessionGone }
            // People are signed in, but a choice is needed or none of them matches.
            throw candidates.isEmpty && (arrivals.isEmpty || loginHint != nil)
                ? EntraError.notSignedIn : EntraError.severalAccounts
        }
        return prompt.isDisjoint(with: ["login", "select_account"]) && candidates.count == 1
            ? candidates[0] : nil
    }
}
