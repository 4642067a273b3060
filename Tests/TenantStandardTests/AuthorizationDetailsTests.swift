// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 9396.
@Suite struct AuthorizationDetailsTests {
    let site: Site

    init() async throws { site = try await Site.withAPIs() }

    static let trip = #"[{"type":"boat_trip","boat":"<b>Heron</b>","days":3},{"boat":"Tern","type":"boat_trip"}]"#

    @Test func `details come back in the response, the token and the introspection`() async throws {
        let answer = try await site.tokensOfSailor(["authorization_details": Self.trip, "scope": "orders.read"])
        try #require(answer.status == .ok, "\(answer.text)")
        let expected = try AuthorizationDetails(Self.trip).json
        #expect(try answer.object()["authorization_details"] == expected)
        let token = try answer.object()["access_token"]?.string
        let claims = try await site.standardClaims(of: token).claims
        #expect(claims["authorization_details"] == expected)
        #expect(claims["aud"] == .texts([StandardSampleClient.apiURI, StandardAPI.boats]))
        let members = try await site.post("/op/introspect", .asking(try #require(token))).object()
        #expect(members["authorization_details"] == expected)
    }

    @Test func `the user consents each time, and sees the details`() async throws {
        var browser = try await Browser.standard(at: site)
        let asked = StandardAPI.request.adding(["authorization_details": Self.trip])
        for _ in 0..<2 {
            let page = try await browser.openStandard(asked)
            #expect(page.asksForConsent && page.text.contains("boat_trip"))
            #expect(page.text.contains("Heron") && !page.text.contains("<b>Heron"))
            #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        }
        #expect(try await browser.openStandard(asked.adding(["prompt": "none"])).carried["error"] == "consent_required")
    }

    @Test func `a token request may ask for a part of the details`() async throws {
        func redeem(_ details: String) async throws -> Answer {
            let asked = StandardAPI.request.adding(["authorization_details": Self.trip])
            return try await site.redeem(try await site.standardCode(for: asked), ["authorization_details": details])
        }
        let part = #"[{"type":"boat_trip","boat":"Tern"}]"#
        #expect(try await redeem(part).object()["authorization_details"] == AuthorizationDetails(part).json)
        let more = #"[{"type":"boat_trip","boat":"Tern","days":9}]"#
        #expect(try await redeem(more).errorCode == "invalid_authorization_details")
    }

    @Test func `details are for the API that declares them`() async throws {
        let asked = StandardAPI.request.adding(["authorization_details": Self.trip, "scope": "orders.read boats.read"])
        let code = try await site.standardCode(for: asked)
        let answer = try await site.redeem(code, ["resource": StandardSampleClient.apiURI])
        #expect(try answer.object()["authorization_details"] == nil)
        #expect(try answer.object()["scope"]?.string == "orders.read")
    }

    static let refused = [
        "", "{}", "[]", #"{"type":"boat_trip"}"#, #"["boat_trip"]"#, #"[{}]"#, #"[{"type":1}]"#,
        #"[{"type":"unknown"}]"#, #"[{"type":"boat_trip"}] "x""#, #"[{"type":"boat_trip"}],"b":[]"#,
        #"[{"type":"boat_trip","type":"boat_trip"}]"#,
        "[\(Array(repeating: #"{"type":"boat_trip"}"#, count: 17).joined(separator: ","))]",
        #"[{"type":"boat_trip","note":"\#(String(repeating: "n", count: 8192))"}]"#,
    ]

    @Test(arguments: refused.dropFirst()) func `other details are refused`(_ details: String) async throws {
        let answer = try await site.post("/op/par", StandardAPI.request.adding(["authorization_details": details]))
        #expect(answer.errorCode == "invalid_authorization_details")
    }

    @Test func `sixteen details are taken`() throws {
        let text = "[\(Array(repeating: #"{"type":"boat_trip"}"#, count: 16).joined(separator: ","))]"
        #expect(try AuthorizationDetails(text).types == ["boat_trip"])
    }
}
