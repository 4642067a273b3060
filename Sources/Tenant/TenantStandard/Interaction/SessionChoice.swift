// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// What to do with a request, seen from who is signed in already.
///
/// OpenID Connect Core §3.1.2.3
enum SessionChoice: Sendable {
    /// This member may be answered, once they agreed.
    case member(StandardSessions.Member)
    /// The person is known and must type the password.
    case password(DirectoryPerson)
    /// The person must say who they are.
    case picker

    /// Decides.
    ///
    /// - Parameters:
    ///   - authorize: The request.
    ///   - members: Who is signed in in the browser.
    ///   - hinted: The person whom the request names, if there is one.
    ///   - now: The time.
    /// - Throws: ``StandardError`` (`login_required`, `account_selection_required`) where a page would be needed that
    ///   must not be shown.
    init(
        _ authorize: StandardAuthorizationRequest, among members: [StandardSessions.Member],
        hinted: DirectoryPerson?, now: Date
    ) throws {
        let candidates = members.filter { member in hinted.map { $0.id == member.person.id } ?? true }
        let isSilent = authorize.prompt.contains(.none)
        if isSilent, candidates.count > 1 {
            throw StandardError(.accountSelectionRequired, "Several people are signed in; the person must choose.")
        }
        let only = candidates.count == 1 ? candidates.first : nil
        if !authorize.prompt.contains(.login), !authorize.prompt.contains(.selectAccount), let only,
            authorize.accepts(only, now: now)
        {
            self = .member(only)
            return
        }
        guard !isSilent else {
            throw StandardError(.loginRequired, "Nobody whom the request means is signed in, or not recently enough.")
        }
        if !authorize.prompt.contains(.selectAccount), let person = hinted ?? only?.person {
            self = .password(person)
        } else {
            self = .picker
        }
    }
}

extension StandardAuthorizationRequest {
    /// Whether somebody's sign-in is recent enough. OpenID Connect Core §3.1.2.1 (`max_age`)
    func accepts(_ member: StandardSessions.Member, now: Date) -> Bool {
        guard let maximumAge else { return true }
        return now.timeIntervalSince(member.authenticatedAt) <= maximumAge && maximumAge > 0
    }
}
