// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth

/// How an API accepts tokens that are bound to a key of the client, so that a thief cannot use a stolen token.
///
/// A proof names the address to which the client sent its request. Behind a proxy, the API does not see this address,
/// and any client can write fields such as `X-Forwarded-Host`. So the public address is a setting.
///
/// ```swift
/// let binding = DPoPRules(at: address)  // https://tasks.example.com, as clients write it
/// let protection = BearerProtection(accepting: [tokens], bound: binding, over: transport)
/// let caller = try await protection.caller(of: request.head)
/// ```
///
/// RFC 9449 §4.3, §7, §9
public struct DPoPRules: Sendable {
    /// The public address of the API; the paths of requests follow it.
    public var address: URL
    /// Whether each token must be bound; otherwise tokens of the type Bearer are accepted as well.
    public var requiresProof: Bool
    /// The secret of the API's nonces, of 32 bytes or more; `nil` gives none.
    ///
    /// Instances of one API share it. With nonces, no client can make proofs for later. Each client then repeats its
    /// first request. RFC 9449 §9
    public var nonceKey: Redacted<Data>?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - address: The public address of the API, such as `https://tasks.example.com`.
    ///   - requiresProof: Whether each token must be bound.
    ///   - nonceKey: The secret of the API's nonces; `nil` gives none.
    public init(at address: URL, requiresProof: Bool = false, nonceKey: Redacted<Data>? = nil) {
        self.address = address
        self.requiresProof = requiresProof
        self.nonceKey = nonceKey
    }
}
