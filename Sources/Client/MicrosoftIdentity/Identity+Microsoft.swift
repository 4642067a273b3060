// SPDX-License-Identifier: Apache-2.0
public import Provider

extension Identity {
    /// The person's id in their directory, the same for every app.
    public var objectID: String? { claims.string("oid") }

    /// The directory that the person belongs to.
    public var tenantID: String? { claims.string("tid") }

    /// The addresses that the person signed up with, at Azure AD B2C.
    public var emails: [String] { claims.strings("emails") }

    /// Whether the person signed up just now, at Azure AD B2C.
    public var isNew: Bool { claims["newUser"] == .bool(true) }
}
