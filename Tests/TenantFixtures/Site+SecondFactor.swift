// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import Testing

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

extension Site {
    /// The only sample person of the company with a second factor.
    static let careful = "heloise.st-clair"
    static let carefulName = "\(careful)@\(domain)"

    func newestCode() async throws -> String {
        let page = try await send(.get, "/inbox")
        return String(try #require(page.text.firstMatch(of: #/class="one-time-code"><code>(\d{6})</#)).1)
    }

    func messageCount() async throws -> Int { try await platform.context.inbox.messages().count }

    func wrongCode() async throws -> String { try await newestCode() == "000000" ? "000001" : "000000" }
}
