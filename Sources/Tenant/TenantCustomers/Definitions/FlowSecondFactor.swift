// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// What a user flow asks for beside the password.
package struct FlowSecondFactor: Sendable, Hashable, Codable {
    /// How the code travels.
    package enum Method: String, Sendable, Codable {
        case off, email, phone
    }

    /// Who is asked.
    package enum Enforcement: String, Sendable, Codable {
        /// Everybody; who has no telephone on file types its number first.
        case always
        /// Only those whose telephone is on file. The real service judges the risk, which nobody has here.
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
