// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Judges which person a UserInfo response is about.
///
/// OpenID Connect Core §5.3.4
struct UserInfoJudge: Sendable {
    let identity: Identity
    let clientID: String
    let times: TimeRules

    /// Refuses claims about any person but the one signed in.
    ///
    /// An attacker may exchange access tokens on their way, so only the same `sub` shows that response and sign-in
    /// belong together.
    ///
    /// - Throws: ``Refusal`` (`claimMissing`, `subjectMismatch`).
    func userInfo(from claims: Claims) throws -> UserInfo {
        guard let subject = claims.string("sub"), !subject.isEmpty else {
            throw Refusal(
                .claimMissing, "the UserInfo response does not say whom it is about (sub); report it to the provider")
        }
        let signedIn = identity.claims.string("sub") ?? identity.subject
        guard subject.isSameSecret(as: signedIn) else {
            throw Refusal(
                .subjectMismatch, "the provider tells about another person than the one who signed in; sign in again")
        }
        return UserInfo(subject: subject, claims: claims)
    }

    /// Refuses a signed response that names another audience or another issuer.
    ///
    /// - Throws: ``Refusal`` (`issuerMismatch`, `audienceMismatch`, `expired`, `notYetValid`, `issuedInFuture`, and
    ///   those of ``userInfo(from:)``).
    func userInfo(fromSigned claims: Claims, now: Date) throws -> UserInfo {
        guard !claims.has("iss") || claims.string("iss")?.isSameSecret(as: identity.issuer) == true else {
            throw Refusal(.issuerMismatch, "the UserInfo response was not issued by \(identity.issuer)")
        }
        guard !claims.has("aud") || claims.strings("aud").contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the UserInfo response is for another app than \(clientID)")
        }
        if claims.has("exp") { try times.check(claims, now: now) }
        return try userInfo(from: claims)
    }
}
