// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// What must be given before a policy lets somebody pass.
struct ConditionalAccessGrantControls: Sendable, Hashable, Codable {
    /// One thing that must be given.
    enum Control: String, Sendable, Codable {
        /// Nothing helps.
        case block
        case mfa
        /// A device that is managed; no device here is.
        case compliantDevice
        case domainJoinedDevice
        /// An app that Microsoft approved; no app here is.
        case approvedApplication
        case passwordChange
    }

    /// Whether all controls are demanded, or one of them.
    enum Operator: String, Sendable, Codable {
        case all = "AND"
        case any = "OR"
    }

    var `operator`: Operator = .any
    var builtInControls: [Control]
    /// What somebody else must confirm; nobody else is there.
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
