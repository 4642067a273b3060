// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// How to continue with a request, given the people that are already signed in.
///
/// OpenID Connect Core §3.1.2.3
enum SessionChoice: Sendable {
    /// This member may be answered, after they agreed.
    case member(StandardSessions.Member)
    /// The person is known and must type the password.
    case password(DirectoryPerson)
    /// The person must choose or type an account.
    case picker

    /// Chooses.
    ///
    /// - Parameters:
    ///   - authorize: The request.
    ///   - members: The people that are signed in in the browser.
    ///   - hinted: The person that the request names, if any.
    ///   - now: The time.
    /// - Throws: ``StandardError`` (`login_required`, `account_selection_required`) if a page is needed but must not be
    ///   shown.
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
    /// Whether a member's sign-in is recent enough. OpenID Connect Core §3.1.2.1 (`max_age`)
    func accepts(_ member: StandardSessions.Member, now: Date) -> Bool {
        guard let maximumAge else { return true }
        return now.timeIntervalSince(member.authenticatedAt) <= maximumAge && maximumAge > 0
    }
}
