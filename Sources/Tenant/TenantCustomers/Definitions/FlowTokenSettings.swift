// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import TenantDirectory

package struct FlowTokenSettings: Sendable, Hashable, Codable {
    enum Subject: String, Sendable, Codable {
        case objectID = "oid"
        /// A fixed text in place of an id, as the service has sent since 2016.
        case notSupported = "none"
    }

    enum FlowClaim: String, Sendable, Codable {
        case tfp
        /// Of old flows.
        case acr
    }

    enum Issuer: String, Sendable, Codable {
        case directory
        /// With `tfp` and the flow, as OpenID Connect Discovery §3 requires.
        case flow
    }

    /// 5 to 1440; also for ID tokens.
    var accessTokenMinutes = 60
    /// 1 to 90.
    var refreshTokenDays = 14
    /// The end of the last refresh token after the sign-in: 1 to 365; 0 sets no end.
    var slidingWindowDays = 90
    var subject: Subject = .objectID
    var flowClaim: FlowClaim = .tfp
    var issuer: Issuer = .directory

    /// In seconds.
    package var accessTokenLifetime: Int { accessTokenMinutes * 60 }
    /// In seconds.
    package var refreshTokenLifetime: TimeInterval { TimeInterval(refreshTokenDays) * 86_400 }
    /// In seconds; `nil` without a limit.
    package var slidingWindow: TimeInterval? { slidingWindowDays == 0 ? nil : TimeInterval(slidingWindowDays) * 86_400 }
}

extension FlowTokenSettings {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        accessTokenMinutes = try values.decode(.accessTokenMinutes, or: 60)
        refreshTokenDays = try values.decode(.refreshTokenDays, or: 14)
        slidingWindowDays = try values.decode(.slidingWindowDays, or: 90)
        subject = try values.decode(.subject, or: .objectID)
        flowClaim = try values.decode(.flowClaim, or: .tfp)
        issuer = try values.decode(.issuer, or: .directory)
    }
}

package struct FlowSecondFactor: Sendable, Hashable, Codable {
    package enum Method: String, Sendable, Codable {
        case off, email, phone
    }

    package enum Enforcement: String, Sendable, Codable {
        /// A customer without a stored phone number enters one first.
        case always
        /// Only customers with a stored phone number; the real service decides by risk, which is not computed here.
        case conditional
    }

    package var method: Method = .off
    var enforcement: Enforcement = .always

    package init(method: Method = .off, enforcement: Enforcement = .always) {
        (self.method, self.enforcement) = (method, enforcement)
    }

    func isNeeded(for customer: Customer) -> Bool {
        method != .off && (enforcement == .always || customer.phone != nil)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        method = try values.decode(.method, or: .off)
        enforcement = try values.decode(.enforcement, or: .always)
    }
}
