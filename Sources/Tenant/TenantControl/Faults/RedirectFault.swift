// SPDX-License-Identifier: Apache-2.0

/// A fault in the redirect with the authorization response to the app.
///
/// ```swift
/// try await tenant.inject(.redirect(.wrongState))
/// let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
/// #expect(refusal?.code == .stateMismatch)
/// ```
public enum RedirectFault: String, Sendable, CaseIterable {
    /// `state` belongs to another request.
    case wrongState
    /// `state` is missing.
    case missingState
    /// `iss` names another provider. RFC 9207
    case wrongIssuerInRedirect
    /// `code` and `error` are missing.
    case missingCode
    /// `state` is repeated.
    case duplicateParameter
    /// The parameters are not percent-encoded UTF-8.
    case unreadableRedirect
    /// The redirect goes to another path at the app's host.
    case wrongRedirect
}
