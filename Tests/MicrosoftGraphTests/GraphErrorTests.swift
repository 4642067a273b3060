// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import Testing

@Suite struct GraphErrorTests {
    /// Replies of Graph, as they were recorded.
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
        (429, "", "429 unreadable: the answer is not one of Microsoft Graph; check the address", nil),
        (
            502, "<html>Bad gateway</html>",
            "502 unreadable: the answer is not one of Microsoft Graph; check the address", nil
        ),
        (302, "", "302 unreadable: the answer is not one of Microsoft Graph; check the address", nil),
        (
            200, #"{"value":[]}"#,
            "200 unreadable: the answer is not one of Microsoft Graph; check the address", nil
        ),
        (
            200, #"{"displayName":"no id"}"#,
            "200 unreadable: the answer is not one of Microsoft Graph; check the address", nil
        ),
    ]

    @Test(arguments: replies)
    func `a reply reads as`(
        _ status: Int, _ body: String, _ description: String, _ requestID: String?
    ) async throws {
        let transport = ScriptedTransport([(status, body)])
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).me()
        }
        #expect(error?.status == status)
        #expect(error?.description == description)
        #expect(error?.requestID == requestID)
    }
}
