// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

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
}

extension FlowSecondFactor {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        method = try values.decode(.method, or: .off)
        enforcement = try values.decode(.enforcement, or: .always)
    }
}
