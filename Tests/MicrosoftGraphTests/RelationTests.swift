// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import Testing

/// Managers and direct reports.
@Suite struct RelationTests {
    /// As Microsoft's documentation shows it; a manager may be a contact, without a user name.
    private static let manager = """
        {"@odata.context":"https://graph.microsoft.com/v1.0/$metadata#directoryObjects/$entity",\
        "@odata.type":"#microsoft.graph.orgContact","id":"2","displayName":"Sara Davis","businessPhones":[],\
        "givenName":"Sara","jobTitle":"Finance VP","mail":"SaraD@contoso.com"}
        """
    private static let none = """
        {"error":{"code":"Request_ResourceNotFound","message":"Resource 'manager' does not exist or one of its queried \
        reference-property objects are not present.","innerError":{"date":"2021-04-30T22:39:43","request-id":"r"}}}
        """

    private static let place = "GET https://graph.example/v1.0/users/1/manager?"

    @Test func `a manager is read`() async throws {
        let transport = ScriptedTransport([(200, Self.manager)], at: Self.place)
        let manager = try await GraphClientTests.client(transport).manager(of: "1")
        #expect(manager?.displayName == "Sara Davis")
        #expect(manager?.userPrincipalName == nil)
    }

    @Test func `who has no manager has none`() async throws {
        let transport = ScriptedTransport([(404, Self.none)], at: Self.place)
        #expect(try await GraphClientTests.client(transport).manager(of: "1") == nil)
    }

    static let failures: [(status: Int, body: String)] = [
        (404, ""), (404, #"{"error":{"code":"UnknownError","message":"x"}}"#), (400, none), (403, none), (200, "{}"),
        (500, ""),
    ]

    @Test(arguments: failures) func `a failure is not the absence of a manager`(
        _ status: Int, _ body: String
    ) async throws {
        let transport = ScriptedTransport([(status, body)], at: Self.place)
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).manager(of: "1")
        }
        #expect(error?.status == status)
    }

    @Test func `reports come page after page, and only from Graph`() async throws {
        let link = "https://graph.example/v1.0/users/1/directReports?$skiptoken=a"
        let transport = ScriptedTransport([
            PeoplePagesTests.page(["2"], next: link), PeoplePagesTests.page(["3"], next: "https://evil.example/x"),
        ])
        var found: [String] = []
        let error = await #expect(throws: GraphError.self) {
            for try await page in try GraphClientTests.client(transport).directReports(of: "1") {
                found += page.map(\.id)
            }
        }
        #expect(error?.code == "unreadable")
        #expect(found == ["2"])
        #expect(await transport.lines.count == 2)
    }
}
