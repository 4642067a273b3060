// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The proofs that a policy requires before it lets a person pass.
struct ConditionalAccessGrantControls: Sendable, Hashable, Codable {
    /// One proof or state that a policy requires.
    enum Control: String, Sendable, Codable {
        /// No proof helps.
        case block
        case mfa
        /// A managed device; this tenant has none.
        case compliantDevice
        case domainJoinedDevice
        /// An app that Microsoft approved; this tenant has none.
        case approvedApplication
        case passwordChange
    }

    /// Whether a policy demands all controls, or one of them.
    enum Operator: String, Sendable, Codable {
        case all = "AND"
        case any = "OR"
    }

    var `operator`: Operator = .any
    var builtInControls: [Control]
    /// Confirmations by other services; this tenant has none, so they are never met.
    var customAuthenticationFactors: [String] = []
}

extension ConditionalAccessGrantControls {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.operator = try values.decode(.operator, or: .any)
        builtInControls = try values.decode(.builtInControls, or: [])
        customAuthenticationFactors = try values.decode(.customAuthenticationFactors, or: [])
    }
}
