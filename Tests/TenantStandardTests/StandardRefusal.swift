// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

@testable import TenantFixtures

/// A good request in which one thing is changed, and what is heard then.
struct StandardRefusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: String
    let change: @Sendable (FormParameters) -> FormParameters

    init(_ description: String, _ error: String, _ change: @escaping @Sendable (FormParameters) -> FormParameters) {
        testDescription = description
        self.error = error
        self.change = change
    }
}
