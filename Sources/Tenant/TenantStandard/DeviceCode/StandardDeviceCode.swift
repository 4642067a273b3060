// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A device's request for a sign-in, from its codes to its tokens.
///
/// RFC 8628 §3
struct StandardDeviceCode: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardDeviceCode"

    /// The state of the request.
    enum State: String, Codable, Sendable {
        case pending, approved, declined, redeemed
    }

    /// The answer to a device that polls for its tokens.
    enum Outcome: Sendable {
        /// The id of the grant that the person approved.
        case grant(String)
        case refusal(StandardError)
    }

    let codeHash: String
    let userCode: String
    let clientID: String
    /// The scopes, separated by spaces.
    let scope: String
    let expiresAt: Date
    /// How many seconds the device must wait between two polls.
    var interval: TimeInterval
    var state = State.pending
    var grantID: String?
    var lastPolledAt: Date?

    /// Whether a person may still answer.
    func isPending(_ now: Date) -> Bool { state == .pending && expiresAt > now }

    /// Answers a poll of the device, and stores its time. RFC 8628 §3.5
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isTimeFrozen: Whether the clock is stopped; then no wait is possible, and `slow_down` is not sent.
    /// - Returns: The grant's id, once, or the refusal.
    mutating func poll(now: Date, isTimeFrozen: Bool) -> Outcome {
        guard state != .redeemed else { return .refusal(.unusableGrant) }
        guard expiresAt > now else { return .refusal(.deviceCodeExpired) }
        let isHasty = lastPolledAt.map { (0..<interval).contains(now.timeIntervalSince($0)) } ?? false
        lastPolledAt = now
        if isHasty, !isTimeFrozen {
            interval += StandardDeviceLedger.interval
            return .refusal(.slowDown)
        }
        switch state {
        case .declined: return .refusal(StandardError(.accessDenied, "The person declined the sign-in."))
        case .approved:
            guard let grantID else { return .refusal(.unusableGrant) }
            state = .redeemed
            return .grant(grantID)
        case .pending, .redeemed: return .refusal(.authorizationPending)
        }
    }
}

extension StandardError {
    static let authorizationPending = StandardError(
        .authorizationPending, "The person has not answered yet. Ask again after the interval.")
    static let slowDown = StandardError(
        .slowDown, "The device asks too often. Wait five seconds longer between two requests from now on.")
    static let deviceCodeExpired = StandardError(
        .expiredToken, "The device code has expired. Start the sign-in on the device again.")
}
