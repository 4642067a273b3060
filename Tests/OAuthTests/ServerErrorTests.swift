// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Testing

@Suite struct ServerErrorTests {
    /// The form that Entra ID sends, with the text of a recorded answer.
    static let entra = #"""
        {"error":"interaction_required","error_description":"AADSTS50076: Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '00000003-0000-0000-c000-000000000000'.\r\nTrace ID: 255d1aef-8c98-452f-ac51-23d051240864\r\nCorrelation ID: fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7\r\nTimestamp: 2016-01-09 02:02:12Z","error_codes":[50076],"timestamp":"2016-01-09 02:02:12Z","trace_id":"255d1aef-8c98-452f-ac51-23d051240864","correlation_id":"fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7","error_uri":"https://login.microsoftonline.com/error?code=50076","suberror":"basic_action","claims":"{\"access_token\":{\"capolids\":{\"essential\":true,\"values\":[\"1\"]}}}"}
        """#

    @Test func `an error of Entra ID is read whole`() {
        let error = ServerError(status: 400, body: Data(Self.entra.utf8))
        #expect(error.code == .interactionRequired)
        #expect(error.status == 400)
        #expect(error.suberror == "basic_action")
        #expect(error.claims == #"{"access_token":{"capolids":{"essential":true,"values":["1"]}}}"#)
        #expect(error.errorURI == "https://login.microsoftonline.com/error?code=50076")
        #expect(error.errorDescription?.contains("Correlation ID: fb3d2015") == true)
        #expect("\(error)".hasPrefix("interaction_required: AADSTS50076: Due to a configuration change"))
        #expect(!"\(error)".contains("Trace ID"), "the description is one line")
    }

    @Test func `the example of RFC 6749 is read`() {
        // §5.2
        let error = ServerError(status: 400, body: Data("{\n  \"error\":\"invalid_request\"\n}".utf8))
        #expect(error.code == .invalidRequest)
        #expect("\(error)" == "invalid_request")
    }

    /// Status, content, code and what to do.
    static let replies: [(Int, String, ServerError.Code, NextAction)] = [
        (400, "", .unspecified, .none),
        (400, "<html>Bad Request</html>", .unspecified, .none),
        (400, "{}", .unspecified, .none),
        (404, #"{"error":{"code":"x","message":"m"}}"#, .unspecified, .none),
        (429, "", .unspecified, .retry(after: nil)),
        (500, "<html>", .unspecified, .retry(after: nil)),
        (503, #"{"error":"temporarily_unavailable"}"#, .temporarilyUnavailable, .retry(after: nil)),
        (400, #"{"error":"invalid_grant"}"#, .invalidGrant, .signInAgain),
        (400, #"{"error":"consent_required"}"#, .consentRequired, .consent([])),
        (401, #"{"error":"invalid_client"}"#, .invalidClient, .correctRegistration),
        (400, #"{"error":"made_up"}"#, ServerError.Code(rawValue: "made_up"), .none),
    ]

    @Test(arguments: replies) func `a reply reads as`(
        _ status: Int, _ body: String, _ code: ServerError.Code, _ action: NextAction
    ) {
        let error = ServerError(status: status, body: Data(body.utf8))
        #expect(error.code == code)
        #expect(error.nextAction == action)
    }

    @Test func `a member of the wrong type does not hide the error`() {
        let error = ServerError(
            status: 400, body: Data(#"{"error":"invalid_grant","suberror":7,"claims":{}}"#.utf8))
        #expect(error.code == .invalidGrant)
        #expect(error.suberror == nil)
    }

    @Test func `a catch can name the code`() {
        do {
            throw ServerError(.invalidGrant)
        } catch ServerError.Code.invalidClient {
            Issue.record("another code")
        } catch ServerError.Code.invalidGrant {
            // as it should be
        } catch {
            Issue.record("no code")
        }
    }
}
