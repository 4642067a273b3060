// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantCustomers
import TenantEntra

/// The user flows of directories of customers.
enum UserFlowsSection: RowsSection {
    typealias Row = UserFlow

    static let name = "userFlows"
    static let noun = "user flow"
    static let order = [Column("tenantID"), Column("name")]

    static func problem(of row: UserFlow) -> String? { row.problem }
}

/// The custom attributes of directories of customers.
enum CustomAttributesSection: RowsSection {
    typealias Row = AttributeDefinition

    static let name = "customAttributes"
    static let noun = "custom attribute"
    static let order = [Column("tenantID"), Column("name")]
}

/// The Conditional Access policies of directories.
enum ConditionalAccessSection: RowsSection {
    typealias Row = ConditionalAccessPolicy

    static let name = "conditionalAccessPolicies"
    static let noun = "policy of Conditional Access"
    static let order = [Column("tenantID"), Column("id")]
}
