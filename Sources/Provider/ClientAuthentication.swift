// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// How a client shows the token endpoint that it is the one it says it is.
///
/// RFC 6749 §2.3, OpenID Connect Core §9
public enum ClientAuthentication: Sendable {
    /// It cannot: a public client, such as an app on a device, holds nothing that its owner could not read.
    case none
    /// With a secret, in the form or as HTTP Basic, whichever the provider takes.
    case secret(Redacted<String>)

    /// Takes a secret from settings; `nil` and the empty text are a public client.
    public init(secret: String?) {
        self = secret.flatMap { $0.isEmpty ? nil : .secret(Redacted($0)) } ?? .none
    }

    /// Whether it is a confidential client. RFC 6749 §2.1
    public var isConfidential: Bool {
        if case .none = self { false } else { true }
    }
}
