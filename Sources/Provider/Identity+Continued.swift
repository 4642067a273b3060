// SPDX-License-Identifier: Apache-2.0
import OAuth

extension Identity {
    /// Refuses another person than this one.
    ///
    /// - Throws: ``Refusal`` (`subjectMismatch`). OpenID Connect Core §12.2
    package func checkContinued(by later: Identity) throws {
        guard later.subject.isSameSecret(as: subject), later.issuer.isSameSecret(as: issuer) else {
            throw Refusal(.subjectMismatch, "the provider answered for another person; sign in again")
        }
    }
}
