// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Somebody whom a test signs in without any page.
public struct OneTimeSignIn: Sendable, Hashable, Codable {
    /// Who, by id or user name, or a customer's e-mail address.
    public var person: String
    /// Whether the code of the second factor counts as typed; it does if it is not said.
    public var secondFactor: Bool?
    /// The path at the tenant to go on to; its home page if it is not said.
    public var then: String?

    /// Whether the code counts as typed.
    package var countsSecondFactor: Bool { secondFactor ?? true }

    /// Creates a sign-in.
    public init(person: String, secondFactor: Bool? = nil, then: String? = nil) {
        self.person = person
        self.secondFactor = secondFactor
        self.then = then
    }
}

/// An address that signs a browser in, once.
public struct OneTimeSignInReply: Sendable, Hashable, Codable {
    /// The address; whoever opens it first is signed in.
    public let url: String
    /// Until when it is good.
    public let expiresAt: Date

    package init(url: String, expiresAt: Date) {
        self.url = url
        self.expiresAt = expiresAt
    }
}
