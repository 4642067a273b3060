// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

struct DeviceStore: Sendable {
    let database: TenantDatabase
    let random: RandomSource
    /// With a frozen clock a device cannot wait, so it may poll at any time.
    var isTimeFrozen = false

    /// The minimum time between two polls of a device.
    static let interval: TimeInterval = 5
    /// The time that an expired request is kept, so that a late device gets "expired" and not "unknown".
    static let afterlife: TimeInterval = 300
    /// Any web page can send requests through a browser, so new requests replace the oldest; the limit is Tessera's.
    static let capacity = 1000

    func issue(
        clientID: String, tenantName: String, scope: String, now: Date
    ) async throws -> (
        device: String, user: String
    ) {
        let code = random.text()
        let userCode = UserCode.make(from: random)
        let row = DeviceCodeRow(
            codeHash: SecretHash.of(code), userCode: userCode, clientID: clientID, tenantName: tenantName, scope: scope,
            expiresAt: now + database.lifetimes[.entraDeviceCode])
        try await database.write { database in
            try DeviceCodeRow.filter(Column("expiresAt") <= now - Self.afterlife).deleteAll(database)
            let pending = DeviceCodeRow.filter(Column("state") == DeviceCodeRow.State.pending.rawValue)
            try DeviceCodeRow.makeRoom(among: pending, in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return (code, userCode)
    }

    func pending(_ userCode: String, now: Date) async throws -> DeviceCodeRow? {
        let row = try await database.read {
            try DeviceCodeRow.filter(Column("userCode") == userCode).fetchOne($0)
        }
        return row.flatMap { $0.isPending(now) ? $0 : nil }
    }

    func settle(_ userCode: String, with grant: Grant?, now: Date) async throws -> Bool {
        try await database.write { database in
            guard var row = try DeviceCodeRow.filter(Column("userCode") == userCode).fetchOne(database),
                row.isPending(now)
            else { return false }
            row.state = grant == nil ? .declined : .approved
            row.grant = grant
            try row.update(database)
            return true
        }
    }

    /// Checks and records a poll in one transaction: of two concurrent polls, only one gets the tokens.
    func poll(_ code: String, by clientID: String, at tenantName: String, now: Date) async throws -> Grant {
        let hash = SecretHash.of(code)
        return try await database.write { database in
            guard var row = try DeviceCodeRow.fetchOne(database, key: hash) else {
                return Result<Grant, EntraError>.failure(.badDeviceCode)
            }
            let outcome = row.poll(by: clientID, at: tenantName, now: now, isTimeFrozen: isTimeFrozen)
            try row.update(database)
            return outcome
        }.get()
    }
}

package struct DeviceCodeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "deviceCode"

    enum State: String, Codable, Sendable {
        case pending, approved, declined, redeemed
    }

    let codeHash: String
    let userCode: String
    let clientID: String
    /// The tenant segment of the request's path; the device must poll at the same one.
    let tenantName: String
    let scope: String
    let expiresAt: Date
    var state = State.pending
    package var grant: Grant?
    var lastPolledAt: Date?

    func isPending(_ now: Date) -> Bool { state == .pending && expiresAt > now }

    /// Records the time of a poll, except from another client. RFC 8628 §3.5
    mutating func poll(
        by clientID: String, at tenantName: String, now: Date, isTimeFrozen: Bool = false
    ) -> Result<Grant, EntraError> {
        guard self.clientID == clientID, self.tenantName == tenantName, state != .redeemed else {
            return .failure(.badDeviceCode)
        }
        guard expiresAt > now else { return .failure(.deviceCodeExpired) }
        // If the clock was set back, no device must wait for the old time to return.
        let isHasty = lastPolledAt.map { (0..<DeviceStore.interval).contains(now.timeIntervalSince($0)) } ?? false
        lastPolledAt = now
        guard !isHasty || isTimeFrozen else { return .failure(.slowDown) }
        guard state != .declined else { return .failure(.authorizationDeclined) }
        guard state == .approved, let grant else { return .failure(.authorizationPending) }
        state = .redeemed
        return .success(grant)
    }
}
