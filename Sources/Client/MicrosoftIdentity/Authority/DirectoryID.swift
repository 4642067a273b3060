// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The id of a directory, which Microsoft's texts also call a tenant.
///
/// ```swift
/// guard let ours = DirectoryID(rawValue: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21") else { return nil }
/// let authority = Authority.entra(.directory(ours))
/// let isColleague = account.identity.claims.string("tid") == ours.rawValue
/// ```
public struct DirectoryID: Sendable, Hashable, RawRepresentable {
    /// The id in lower case, as issuers and the claim `tid` write it.
    public let rawValue: String

    /// Reads an id, in upper or lower case; `nil` for other text, such as a domain.
    public init?(rawValue: String) {
        guard let id = UUID(uuidString: rawValue) else { return nil }
        self.init(id)
    }

    /// Takes an id.
    public init(_ id: UUID) { rawValue = id.uuidString.lowercased() }

    /// The one directory of all personal accounts, such as those of Outlook and Xbox.
    public static let personalAccounts = DirectoryID(
        UUID(
            uuid: (
                0x91, 0x88, 0x04, 0x0d, 0x6c, 0x67, 0x4c, 0x5b, 0xb1, 0x12, 0x36, 0xa3, 0x04, 0xb6, 0x6d, 0xad
            )))
}

extension DirectoryID: CustomStringConvertible {
    /// The id.
    public var description: String { rawValue }
}
