// SPDX-License-Identifier: Apache-2.0
public import SignInProvider

extension Identity {
    /// The user's ID in their directory, the same for every app.
    public var objectID: String? { claims.string("oid") }

    /// The user's directory.
    public var tenantID: String? { claims.string("tid") }

    /// The email addresses that the user signed up with, at Azure AD B2C.
    public var emails: [String] { claims.strings("emails") }

    /// Whether the user has just signed up, at Azure AD B2C.
    public var isNew: Bool { claims["newUser"] == .boolean(true) }
}
