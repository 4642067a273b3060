// SPDX-License-Identifier: Apache-2.0
import OAuth

extension StandardLedger {
    /// A grant, not stored yet, for a client that acts for an absent person. RFC 7523 §2.1
    func newGrant(for client: StandardClient, actingFor personID: String, scopes: ScopeSet) -> StandardGrant {
        StandardGrant(
            id: random.text(bytes: 16), clientID: client.id, personID: personID, sessionID: nil, scope: scopes.text,
            claims: nil, authenticatedAt: nil, issuedAt: now())
    }

    /// A grant, not stored yet, for a client that continues another client's grant; it ends with that one.
    ///
    /// RFC 8693
    func newGrant(for client: StandardClient, continuing grant: StandardGrant, scopes: ScopeSet) -> StandardGrant {
        StandardGrant(
            id: random.text(bytes: 16), clientID: client.id, personID: grant.personID, sessionID: grant.sessionID,
            scope: scopes.text, claims: nil, authenticatedAt: grant.authenticatedAt, issuedAt: grant.issuedAt,
            originID: grant.originID ?? grant.id)
    }
}
