// SPDX-License-Identifier: Apache-2.0
import JOSE

extension TokenValidator {
    /// Validates a response of the UserInfo endpoint.
    ///
    /// - Parameters:
    ///   - response: The response, plain or signed.
    ///   - identity: The identity from the sign-in.
    ///   - clientID: The app that asked.
    /// - Returns: The provider's claims about that person.
    /// - Throws: ``Refusal`` (`claimMissing`, `subjectMismatch`; of a signed response those of its signature,
    ///   `issuerMismatch`, `audienceMismatch` and `expired`).
    ///
    /// OpenID Connect Core §5.3.4
    package func userInfo(
        _ response: UserInfoResponse, of identity: Identity, for clientID: String
    ) async throws -> UserInfo {
        let judge = UserInfoJudge(identity: identity, clientID: clientID, times: times)
        switch response {
        case .plain(let claims): return try judge.userInfo(from: claims)
        case .signed(let token):
            let names = provider.metadata.userInfoSigningAlgorithms
            let algorithms = names.isEmpty ? announced : Set(names.compactMap(SignatureAlgorithm.init(rawValue:)))
            return try judge.userInfo(fromSigned: try await verified(token, algorithms: algorithms).claims, now: now())
        }
    }
}
