// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignInProvider

/// The ID of a directory, which Microsoft also calls a tenant.
///
/// ```swift
/// guard let ours = DirectoryID(rawValue: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21") else { return nil }
/// let authority = Authority.entra(.directory(ours))
/// let isColleague = account.identity.claims.string("tid") == ours.rawValue
/// ```
public struct DirectoryID: Sendable, Hashable, RawRepresentable {
    /// The ID in lower case, as in issuers and the claim `tid`.
    public let rawValue: String

    /// Parses an ID, in upper or lower case; `nil` for other text, such as a domain.
    public init?(rawValue: String) {
        guard Self.isID(rawValue) else { return nil }
        self.rawValue = rawValue.lowercased()
    }

    /// RFC 9562 §4; `UUID` calls the C library, which takes ten times as long.
    private static func isID(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.count == 36
                && bytes.indices.allSatisfy { index in
                    switch (index, bytes[index]) {
                    case (8, let byte), (13, let byte), (18, let byte), (23, let byte): byte == UInt8(ascii: "-")
                    case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")),
                        (_, UInt8(ascii: "A")...UInt8(ascii: "F")):
                        true
                    default: false
                    }
                }
        }
    }

    /// Creates an ID from a UUID.
    public init(_ id: UUID) { rawValue = id.uuidString.lowercased() }

    /// The single directory of all personal accounts, such as those of Outlook and Xbox.
    package static let personalAccounts = DirectoryID(
        UUID(
            uuid: (
                0x91, 0x88, 0x04, 0x0d, 0x6c, 0x67, 0x4c, 0x5b, 0xb1, 0x12, 0x36, 0xa3, 0x04, 0xb6, 0x6d, 0xad
            )))
}

extension DirectoryID: CustomStringConvertible {
    /// The ID.
    public var description: String { rawValue }
}

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
