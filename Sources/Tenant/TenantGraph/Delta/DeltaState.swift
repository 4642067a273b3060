// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The place of a client that asks for changes; its links hold it sealed, since clients must not read it.
struct DeltaState: Codable, Hashable, Sendable {
    /// Microsoft's limit for the directory.
    static let lifetime: TimeInterval = 7 * 86_400

    let kind: DirectoryChange.Kind
    let tenantID: String
    /// The properties of the first request.
    let properties: [String]?
    /// The last change that the client has.
    var change: Int64
    /// The last change of the round before; `nil` in links of older versions.
    ///
    /// Changes of members count from here, also on later pages of the round.
    var roundStart: Int64?
    /// The index number of the last person that the client has.
    var person: Int64 = 0
    /// The id of the last group in the first list; `nil` after that list.
    var group: String?
    /// The time of the first request of this round.
    var issuedAt: Date

    private static let purpose = "a delta token"

    func sealed(on platform: PlatformContext) throws -> String { try platform.sealed(self, for: Self.purpose) }

    /// Reads the text of a link, and judges it for this request.
    ///
    /// - Throws: ``GraphFault`` (400), (410) for a text that is too old, or of a later time.
    init(sealed text: String, of kind: DirectoryChange.Kind, in tenantID: String, on platform: PlatformContext) throws {
        guard let state: DeltaState = platform.opened(text, for: Self.purpose) else {
            throw GraphFault.badRequest("Badly formed token.")
        }
        self = try state.judged(of: kind, in: tenantID, now: platform.settings.now())
    }

    /// This state, if it may be used now.
    ///
    /// - Throws: ``GraphFault`` (400), (410).
    func judged(of kind: DirectoryChange.Kind, in tenantID: String, now: Date) throws -> DeltaState {
        guard self.kind == kind, self.tenantID == tenantID else { throw GraphFault.badRequest("Badly formed token.") }
        // A clock that goes back before the link ends it, too.
        guard (0..<Self.lifetime).contains(now.timeIntervalSince(issuedAt)) else { throw GraphFault.syncStateNotFound }
        return self
    }

    init(kind: DirectoryChange.Kind, tenantID: String, properties: [String]?, change: Int64, issuedAt: Date) {
        (self.kind, self.tenantID, self.properties) = (kind, tenantID, properties)
        (self.change, roundStart, self.issuedAt) = (change, change, issuedAt)
    }
}
