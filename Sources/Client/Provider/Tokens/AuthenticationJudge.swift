// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Judges when and how a person authenticated, if the request required it.
///
/// OpenID Connect Core §3.1.3.7 rules 12 and 13
struct AuthenticationJudge: Sendable {
    private let maxAge: Duration?
    private let essentialACRValues: [String]
    private let times: TimeRules

    init(_ binding: IDTokenBinding, times: TimeRules) {
        maxAge = binding.maxAge
        essentialACRValues = binding.essentialACRValues
        self.times = times
    }

    /// Refuses claims that do not meet the requirements of the request.
    ///
    /// - Throws: ``Refusal`` (`claimMissing`, `issuedInFuture`, `authenticationTooOld`,
    ///   `authenticationContextMismatch`).
    func check(_ claims: Claims, now: Date) throws {
        if let maxAge { try checkTime(claims, maxAge, now: now) }
        guard !essentialACRValues.isEmpty else { return }
        guard let stated = claims.string("acr"), essentialACRValues.contains(where: stated.isSameSecret) else {
            throw Refusal(
                .authenticationContextMismatch,
                "the person did not prove who they are in the way that was demanded (acr); sign in again")
        }
    }

    private func checkTime(_ claims: Claims, _ maxAge: Duration, now: Date) throws {
        guard let time = claims.date("auth_time") else {
            throw Refusal(
                .claimMissing,
                "the ID token does not say when the person last signed in (auth_time); at Entra ID, add that optional claim"
            )
        }
        let age = now.timeIntervalSince(time)
        guard age >= -times.tolerance else {
            throw Refusal(.issuedInFuture, "the person signed in in the future; check this machine's clock")
        }
        guard age <= maxAge.timeInterval + times.tolerance else {
            throw Refusal(
                .authenticationTooOld, "the person proved who they are too long ago; let them sign in again")
        }
    }
}
