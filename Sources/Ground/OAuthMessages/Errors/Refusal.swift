// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// An error from one of the library's own checks.
///
/// The message names the cause and the solution, and never contains a token, code, verifier, or secret.
///
/// ```swift
/// do {
///     account = try await flow.extend(account, by: ["Mail.Read"], with: agent)
/// } catch Refusal.Code.subjectMismatch {
///     await show("Another person signed in.")
/// }
/// ```
public struct Refusal: Error, Sendable {
    /// The code of the failed check.
    public let code: Code
    /// The cause and the solution in one sentence.
    public let message: String
    /// The underlying error, if any.
    public let cause: (any Error)?

    /// Creates a refusal.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension Refusal: ActionableError {
    /// The action that can help.
    public var nextAction: NextAction {
        switch code {
        case .registrationMalformed, .registrationUnknown, .clientKeyMalformed, .clientAssertionUnavailable,
            .metadataMalformed, .metadataIssuerMismatch, .hostMalformed, .addressInsecure,
            .authorizationEndpointMissing, .tokenEndpointMissing, .proofKeyUnsupported, .keySetMissing, .idTokenMissing,
            .profileMalformed,
            .audienceMismatch, .authorizedPartyMismatch, .issuerMismatch, .algorithmNotAllowed, .userFlowMismatch,
            .requestMismatch, .pushedRequestUnsupported, .securityProfileUnmet, .tokenNotBound:
            .correctRegistration
        case .providerDeclined: .acceptCancellation
        case .clientRegistrationUnsupported: .correctRegistration
        case .expired, .notYetValid, .issuedInFuture: .setClock
        case .keySetMalformed: .retry(after: nil)
        case .scopeNotGranted: .consent([])
        case .directoryNotAdmitted: .chooseAccount
        // The provider or the caller sent something that another sign-in would not change.
        case .clientRegistrationMalformed, .addressNotPublic, .resourceMetadataMissing, .resourceMetadataMalformed,
            .resourceMismatch, .userDataTooLarge, .userInfoUnsupported, .userInfoMalformed,
            .deviceAuthorizationUnsupported,
            .deviceAuthorizationMalformed, .tokenResponseMalformed, .tokenTypeUnsupported, .notAnAccessToken,
            .pushedRequestMalformed:
            .none
        default: .signInAgain
        }
    }
}

extension Refusal: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}
