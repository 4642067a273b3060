// SPDX-License-Identifier: Apache-2.0
import OAuth

extension Identity {
    /// Refuses another person than this one.
    ///
    /// - Throws: ``Refusal`` (`subjectMismatch`).
    package func checkContinued(by later: Identity) throws {
        guard later.subject.isSameSecret(as: subject), later.issuer.isSameSecret(as: issuer) else {
            throw Refusal(.subjectMismatch, "the provider answered for another person; sign in again")
        }
    }

    /// Refuses an ID token of a refresh that is not of the same sign-in.
    ///
    /// Nobody signs in at a refresh, so a later `auth_time` would claim a proof that nobody gave.
    ///
    /// - Throws: ``Refusal`` (`subjectMismatch`, `audienceMismatch`, `authorizedPartyMismatch`,
    ///   `authenticationTimeMismatch`). OpenID Connect Core §12.2
    func checkRefreshed(by later: Identity) throws {
        try checkContinued(by: later)
        let (earlier, later) = (claims, later.claims)
        guard !earlier.has("aud") || Set(later.strings("aud")) == Set(earlier.strings("aud")) else {
            throw Refusal(.audienceMismatch, "the refreshed ID token is for others than at sign-in; sign in again")
        }
        guard !earlier.has("aud") || later["azp"] == earlier["azp"] else {
            throw Refusal(
                .authorizedPartyMismatch, "the refreshed ID token was given to another app than at sign-in")
        }
        guard let time = earlier.date("auth_time"), later.has("auth_time") else { return }
        guard later.date("auth_time") == time else {
            throw Refusal(
                .authenticationTimeMismatch,
                "the refreshed ID token tells another time of sign-in (auth_time); sign in again")
        }
    }
}
