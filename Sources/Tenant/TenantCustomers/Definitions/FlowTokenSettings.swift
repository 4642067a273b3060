// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import TenantDirectory

/// The form of a user flow's tokens, and how long they are valid.
package struct FlowTokenSettings: Sendable, Hashable, Codable {
    /// The content of `sub`.
    enum Subject: String, Sendable, Codable {
        case objectID = "oid"
        /// A fixed text in place of an id, which the service has written since 2016.
        case notSupported = "none"
    }

    /// The claim that names the flow.
    enum FlowClaim: String, Sendable, Codable {
        case tfp
        /// The claim of old flows.
        case acr
    }

    /// The form of `iss`.
    enum Issuer: String, Sendable, Codable {
        /// The same for all flows of a directory.
        case directory
        /// With `tfp` and the flow in it, as OpenID Connect Discovery §3 requires.
        case flow
    }

    /// 5 to 1440; ID tokens last as long.
    var accessTokenMinutes = 60
    /// 1 to 90.
    var refreshTokenDays = 14
    /// How many days after the sign-in the last refresh token ends: 1 to 365; 0 sets no end.
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

/// The second factor that a user flow asks for beside the password.
package struct FlowSecondFactor: Sendable, Hashable, Codable {
    /// How the code travels.
    package enum Method: String, Sendable, Codable {
        case off, email, phone
    }

    /// The customers that the flow asks.
    package enum Enforcement: String, Sendable, Codable {
        /// All customers; a customer without a stored telephone number types it first.
        case always
        /// Only customers with a stored telephone number. The real service decides by risk, which is not computed here.
        case conditional
    }

    package var method: Method = .off
    var enforcement: Enforcement = .always

    package init(method: Method = .off, enforcement: Enforcement = .always) {
        (self.method, self.enforcement) = (method, enforcement)
    }

    /// Whether a customer needs a code.
    func isNeeded(for customer: Customer) -> Bool {
        method != .off && (enforcement == .always || customer.phone != nil)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        method = try values.decode(.method, or: .off)
        enforcement = try values.decode(.enforcement, or: .always)
    }
}
