// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The sessions of all people, for an administrator of the app.
extension WebSignIn {
    /// Every session with an account that has not expired, the latest use first.
    ///
    /// - Throws: Errors of the storage.
    public func sessions() async throws -> [StoredSession] {
        try await storage.signedInSessions(at: time.date())
    }

    /// The sessions in which a person is signed in, the latest use first.
    ///
    /// - Parameter identity: The person, as an earlier sign-in gave them.
    /// - Returns: The sessions that have not expired.
    /// - Throws: Errors of the storage.
    public func sessions(of identity: Identity) async throws -> [StoredSession] {
        let name = LogoutIndex.person(identity.subject, at: identity.issuer)
        let ids = Set(try await storage.entries(under: name).map(\.session))
        let now = time.date()
        return try await storage.sessions(ids).filter { $0.expiresAt > now }
            .sorted { ($0.usedAt, $0.id.rawValue) > ($1.usedAt, $1.id.rawValue) }
    }

    /// Ends a session; one that is over is no error.
    ///
    /// - Throws: Errors of the storage.
    public func endSession(_ id: StoredSession.ID) async throws { try await storage.remove(id) }
}
