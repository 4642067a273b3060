// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// A client's position in a delta query, sealed in its links because clients must not read it.
struct DeltaState: Codable, Hashable, Sendable {
    /// Microsoft's limit for the directory.
    static let lifetime: TimeInterval = 7 * 86_400

    let kind: DirectoryChange.Kind
    let tenantID: String
    let properties: [String]?
    /// The last change that the client has.
    var change: Int64
    /// The previous round's last change, from which members' changes count; `nil` in links of older versions.
    var roundStart: Int64?
    var person: Int64 = 0
    /// The last group's ID in the first list; `nil` after that list.
    var group: String?
    /// The time of the round's first request.
    var issuedAt: Date

    private static let purpose = "a delta token"

    func sealed(on platform: PlatformContext) throws -> String { try platform.sealed(self, for: Self.purpose) }

    /// Throws ``GraphFault``: 400, or 410 for a token that is too old, or from a later time.
    init(sealed text: String, of kind: DirectoryChange.Kind, in tenantID: String, on platform: PlatformContext) throws {
        guard let state: DeltaState = platform.opened(text, for: Self.purpose) else {
            throw GraphFault.badRequest("Badly formed token.")
        }
        self = try state.judged(of: kind, in: tenantID, now: platform.settings.now())
    }

    func judged(of kind: DirectoryChange.Kind, in tenantID: String, now: Date) throws -> DeltaState {
        guard self.kind == kind, self.tenantID == tenantID else { throw GraphFault.badRequest("Badly formed token.") }
        // A clock that is moved back before the link's time also ends it.
        guard (0..<Self.lifetime).contains(now.timeIntervalSince(issuedAt)) else { throw GraphFault.syncStateNotFound }
        return self
    }

    init(kind: DirectoryChange.Kind, tenantID: String, properties: [String]?, change: Int64, issuedAt: Date) {
        (self.kind, self.tenantID, self.properties) = (kind, tenantID, properties)
        (self.change, roundStart, self.issuedAt) = (change, change, issuedAt)
    }
}
