// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the redirect that takes an answer to the app.
public enum RedirectFault: String, Sendable, CaseIterable {
    /// It belongs to another request.
    case wrongState
    /// `state` is missing.
    case missingState
    /// `iss` names another provider. RFC 9207
    case wrongIssuerInRedirect
    /// It carries neither a code nor an error.
    case missingCode
    /// `state` stands twice.
    case duplicateParameter
    /// Its parameters are not percent-encoded UTF-8.
    case unreadableRedirect
    /// It goes to another path of the app's address.
    case wrongRedirect
}
