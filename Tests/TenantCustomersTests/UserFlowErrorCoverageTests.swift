// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantFixtures

/// The tables of causes together cover every error of the real service.
@Suite struct UserFlowErrorCoverageTests {
    /// Codes of server failures and external identity providers, which only a fault rule causes: see `NamedErrorTests`.
    static let byUserFlowFaultOnly: Set = [90035, 90085, 90273]

    @Test func `every code of Azure AD B2C has its cause, and the rest a fault`() {
        let rows =
            UserFlowErrorTableTests.requests + UserFlowErrorTableTests.signIns + UserFlowErrorTableTests.grants
            + UserFlowErrorTableTests.others
        #expect(ReferenceErrors.userFlow.subtracting(rows.map(\.number)) == Self.byUserFlowFaultOnly)
        #expect(ReferenceErrors.userFlow.isSubset(of: ErrorCatalogue.azureADB2C.numbers))
    }
}
