// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import OAuthMessages

@Suite struct GraphErrorTests {
    /// Recorded responses of Graph.
    static let replies: [(status: Int, body: String, description: String, requestID: String?)] = [
        (
            403,
            """
            {"error":{"code":"Authorization_RequestDenied","message":"Insufficient privileges to complete the operation.",\
            "innerError":{"date":"2021-04-30T22:39:43","request-id":"e2e7-1","client-request-id":"c-1"}}}
            """, "403 Authorization_RequestDenied: Insufficient privileges to complete the operation.",
            "e2e7-1"
        ),
        (
            401, #"{"error":{"code":"InvalidAuthenticationToken","message":"Access token is empty."}}"#,
            "401 InvalidAuthenticationToken: Access token is empty.", nil
        ),
        (
            400,
            """
            {"error":{"code":"Request_UnsupportedQuery","message":"Unsupported or invalid query filter clause specified \
            for property 'displayName' of resource 'User'.","innerError":{}}}
            """,
            "400 Request_UnsupportedQuery: Unsupported or invalid query filter clause specified for property "
                + "'displayName' of resource 'User'.", nil
        ),
        // An empty member counts as absent.
        (
            403, #"{"error":{"code":"","message":"m"}}"#,
            "403 unreadable: the response is not from Microsoft Graph; check the address", nil
        ),
        (
            403, #"{"error":{"message":"m"}}"#,
            "403 unreadable: the response is not from Microsoft Graph; check the address", nil
        ),
        (
            403, #"{"error":{"code":"c","message":"","innerError":{"request-id":""}}}"#,
            "403 c: Microsoft Graph gives no reason", nil
        ),
        (403, #"{"error":{"code":"c"}}"#, "403 c: Microsoft Graph gives no reason", nil),
        (403, #"{"error":{"code":"c","message":"m","innerError":{"request-id":7}}}"#, "403 c: m", nil),
        (403, #"{"error":{"code":"c","message":"m","innerError":""}}"#, "403 c: m", nil),
        (429, "", "429 unreadable: the response is not from Microsoft Graph; check the address", nil),
        (
            502, "<html>Bad gateway</html>",
            "502 unreadable: the response is not from Microsoft Graph; check the address", nil
        ),
        (302, "", "302 unreadable: the response is not from Microsoft Graph; check the address", nil),
        (
            200, #"{"value":[]}"#,
            "200 unreadable: the response is not from Microsoft Graph: it lacks 'id'; check the address", nil
        ),
        (
            200, #"{"id":7}"#,
            "200 unreadable: the response is not from Microsoft Graph: it has an unusable 'id': the value has the wrong type; check the address",
            nil
        ),
    ]

    @Test(arguments: replies)
    func `a reply reads as`(_ status: Int, _ body: String, _ description: String, _ requestID: String?) async throws {
        let transport = ScriptedTransport([(status, body)], at: "GET https://graph.example/v1.0/me?")
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).me()
        }
        #expect((error?.status, error?.description, error?.requestID) == (status, description, requestID))
    }

    /// Temporary or not, as for every server.
    @Test(arguments: [
        (400, false), (404, false), (407, false), (408, true), (409, false), (424, false), (425, true), (426, false),
        (428, false), (429, true), (499, false), (500, true), (503, true), (599, true),
    ])
    func `an error that may soon pass is tried again`(_ status: Int, _ isTemporary: Bool) {
        let error = GraphError(status: status, code: "c", message: "m", retryAfter: .seconds(7))
        #expect(error.nextAction == (isTemporary ? .retry(after: .seconds(7)) : .none))
    }

    private static let denied =
        #"{"error":{"code":"Authorization_RequestDenied","message":"Insufficient privileges to complete the operation."}}"#

    /// The least privilege of each request.
    @Test func `a refusal names the permission that is missing`() async throws {
        let client = try GraphClientTests.client(
            ScriptedTransport(
                Array(repeating: (403, Self.denied), count: 7), at: "GET https://graph.example/v1.0/me?",
                "GET https://graph.example/v1.0/users/a?", "GET https://graph.example/v1.0/users?",
                "GET https://graph.example/v1.0/users?", "GET https://graph.example/v1.0/users/a/photo/",
                "GET https://graph.example/v1.0/users/a/manager?",
                "GET https://graph.example/v1.0/users/a/directReports?"))
        let requests: [(GraphPermission, () async throws -> Void)] = [
            (.userRead, { _ = try await client.me() }),
            (.userReadBasicAll, { _ = try await client.person("a") }),
            (.userReadBasicAll, { _ = try await client.people(matching: "a").all() }),
            (.userReadBasicAll, { _ = try await client.people(givenNameStartsWith: "a").all() }),
            (.userReadBasicAll, { _ = try await client.photo(of: "a") }),
            (.userReadAll, { _ = try await client.manager(of: "a") }),
            (.userReadAll, { _ = try await client.directReports(of: "a").all() }),
        ]
        for (permission, request) in requests {
            let error = await #expect(throws: GraphError.self) { try await request() }
            #expect((error?.missingPermission, error?.accountHasNoDirectory) == (permission, false))
        }
        #expect("\(GraphPermission.userReadBasicAll)" == "User.ReadBasic.All")
    }

    /// Refusals that no permission would change.
    static let others: [(status: Int, body: String)] = [
        (401, denied), (404, denied), (403, #"{"error":{"code":"AccessDenied","message":"x"}}"#), (403, ""),
        (403, "<html>Authorization_RequestDenied</html>"),
    ]

    @Test(arguments: others)
    func `another refusal names no permission`(_ status: Int, _ body: String) async throws {
        let client = try GraphClientTests.client(
            ScriptedTransport([(status, body)], at: "GET https://graph.example/v1.0/users/a?"))
        let error = await #expect(throws: GraphError.self) { try await client.person("a") }
        #expect(error?.missingPermission == nil)
    }

    /// Developers' reports about personal accounts.
    static let personal = [
        "This API is not supported for MSA accounts",
        "This API is not supported for MSA accounts (no addressUrl for Microsoft.DirectoryServices,False).",
        "The query specified in the URI is not valid. Could not find a property named 'displayName' on type "
            + "'Microsoft.Fast.Profile.Web.Models._1._0.Profile'.",
    ]

    @Test(arguments: personal) func `a personal account has no directory`(_ message: String) {
        #expect(GraphError(status: 400, code: "BadRequest", message: message).accountHasNoDirectory)
        #expect(!GraphError(status: 404, code: "ImageNotFound", message: message).accountHasNoDirectory)
    }

    @Test func `a work account has one`() {
        for message in [
            "Unsupported Query.", "", "Could not find a property named 'x' on type 'microsoft.graph.user'.",
        ] {
            #expect(!GraphError(status: 400, code: "BadRequest", message: message).accountHasNoDirectory)
        }
    }
}
