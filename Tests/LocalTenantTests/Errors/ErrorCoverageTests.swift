// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TenantControl
@testable import TenantEntra

/// The tables of causes, put together: whether they reach every error of the real service.
@Suite struct ErrorCoverageTests {
    /// Nothing here leads to these by itself: ``NamedErrorTests`` reaches them by a fault of their name.
    static let byFaultOnly: Set = [
        // The real service asks this tenant's question under another number.
        50074, 70001, 70002, 700_022, 90019,
        // Pages that this tenant does not have, or that never end here.
        50089, 50140, 50199, 70019, 90095,
        // Judgements of the service that this tenant does not make.
        50196, 53004, 65005, 90072, 530_032, 650_056, 650_057,
        // Nothing breaks here by itself.
        90033, 90055, 90090,
    ]

    /// Likewise, of the user flows: nothing breaks, and nobody signs in elsewhere.
    static let byUserFlowFaultOnly: Set = [90035, 90085, 90273]

    private static var caused: Set<Int> {
        let token = TokenErrorNumberTests.people + TokenErrorNumberTests.clients + TokenErrorNumberTests.requests
        let other = TokenErrorNumberTests.assertions + TokenErrorNumberTests.grants
        let causes = EntraErrorCauseTests.accounts + EntraErrorCauseTests.factors + EntraErrorCauseTests.policies
        let refused =
            AuthorizePageErrorTests.spoiled + AuthorizeRedirectErrorTests.spoiled + FrontChannelTests.refusals
            + CodeRefusalTests.spoiled
        return Set((token + other).map(\.number)).union(causes.map(\.number)).union(refused.map(\.number))
            .union(EntraErrorCauseTests.consents.map(\.number)).union(AuthorizeErrorNumberTests.rows.map(\.number))
    }

    @Test func `every number of Entra ID has its cause, and the rest a fault`() {
        #expect(Set(ReferenceErrors.entra.keys).subtracting(Self.caused) == Self.byFaultOnly)
        #expect(Self.byFaultOnly.isSubset(of: NamedError.numbers(.entraID)))
    }

    @Test func `every code of Azure AD B2C has its cause, and the rest a fault`() {
        let rows =
            UserFlowErrorTableTests.requests + UserFlowErrorTableTests.signIns + UserFlowErrorTableTests.grants
            + UserFlowErrorTableTests.others
        #expect(ReferenceErrors.userFlow.subtracting(rows.map(\.number)) == Self.byUserFlowFaultOnly)
        #expect(ReferenceErrors.userFlow.isSubset(of: NamedError.numbers(.azureADB2C)))
    }

    @Test func `every number that is explained is a fault too`() {
        #expect(NamedError.numbers(.entraID) == ErrorExplanation.numbers)
        #expect(Set(ReferenceErrors.entra.keys).isSubset(of: ErrorExplanation.numbers))
    }
}
