// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A device's request for a sign-in, from its code to its tokens.
package struct DeviceCodeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "deviceCode"

    enum State: String, Codable, Sendable {
        case pending, approved, declined, redeemed
    }

    let codeHash: String
    let userCode: String
    let clientID: String
    /// The tenant segment of the request's address: the device must poll at the same one.
    let tenantName: String
    let scope: String
    let expiresAt: Date
    var state = State.pending
    package var grant: Grant?
    var lastPolledAt: Date?

    /// Whether a person may still sign in for the device.
    func isPending(_ now: Date) -> Bool { state == .pending && expiresAt > now }

    /// Judges a device's poll for tokens, and records its time.
    ///
    /// RFC 8628 §3.5, with Entra ID's names. A poll from another client leaves no trace.
    mutating func poll(
        by clientID: String, at tenantName: String, now: Date, isTimeFrozen: Bool = false
    ) -> Result<Grant, EntraError> {
        guard self.clientID == clientID, self.tenantName == tenantName, state != .redeemed else {
            return .failure(.badDeviceCode)
        }
        guard expiresAt > now else { return .failure(.deviceCodeExpired) }
        // After the clock was set back, no device must wait for the old time to return.
        let isHasty = lastPolledAt.map { (0..<DeviceLedger.interval).contains(now.timeIntervalSince($0)) } ?? false
        lastPolledAt = now
        guard !isHasty || isTimeFrozen else { return .failure(.slowDown) }
        guard state != .declined else { return .failure(.authorizationDeclined) }
        guard state == .approved, let grant else { return .failure(.authorizationPending) }
        state = .redeemed
        return .success(grant)
    }
}
