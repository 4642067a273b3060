// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct DeviceAuthorizationTests {
    // RFC 8628 §3.2
    static let example = """
        {"device_code":"GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS","user_code":"WDJB-MJHT",
        "verification_uri":"https://example.com/device",
        "verification_uri_complete":"https://example.com/device?user_code=WDJB-MJHT","expires_in":1800,"interval":5}
        """

    private static func read(_ body: String) throws -> DeviceAuthorization {
        try DeviceAuthorization(status: 200, body: Data(body.utf8))
    }

    @Test func `the example of the specification is read`() throws {
        let authorization = try Self.read(Self.example)
        #expect(authorization.userCode == "WDJB-MJHT")
        #expect(authorization.verificationURI.absoluteString == "https://example.com/device")
        #expect(authorization.verificationURIComplete?.query() == "user_code=WDJB-MJHT")
        #expect(authorization.expiresIn == .seconds(1800))
        #expect(authorization.deviceCode.revealed == "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS")
        #expect(authorization.message == nil)
    }

    /// Part of the example, its replacement, and the pause between polls.
    static let tolerated: [(String, String, Duration)] = [
        (#","interval":5"#, "", .seconds(5)), (#""interval":5"#, #""interval":"7""#, .seconds(7)),
        (#""interval":5"#, #""interval":0"#, .seconds(1)), (#""interval":5"#, #""interval":1e9"#, .seconds(300)),
        (#""expires_in":1800"#, #""expires_in":"1800","message":"Go there.""#, .seconds(5)),
        (#""verification_uri":"#, #""verification_url":"#, .seconds(5)),
        (#""verification_uri_complete":"#, #""x":"#, .seconds(5)),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"\#(String(repeating: "W", count: 24))""#, .seconds(5)),
        (#""interval":5"#, #""interval":299"#, .seconds(299)), (#""interval":5"#, #""interval":301"#, .seconds(300)),
        (#""interval":5"#, #""interval":true"#, .seconds(5)), (#""interval":5"#, #""interval":-1"#, .seconds(5)),
        (#""interval":5"#, #""interval":5,"message":7"#, .seconds(5)),
        (#""interval":5"#, #""interval":"""#, .seconds(5)),
        (#""interval":5"#, #""interval":9,"message":"","verification_url":"""#, .seconds(9)),
        (#""verification_uri":"#, #""verification_uri":"","verification_url":"#, .seconds(5)),
        ("https://example.com/device?user_code=WDJB-MJHT", "", .seconds(5)),
    ]

    @Test(arguments: tolerated)
    func `reads the variants of different providers`(_ old: String, _ new: String, _ interval: Duration) throws {
        try #require(Self.example.contains(old))
        #expect(try Self.read(Self.example.replacing(old, with: new)).interval == interval)
    }

    @Test(arguments: [
        (#""expires_in":1800,"#, ""), ("1800", #""soon""#), ("1800", "-1"), ("1800", "null"), ("1800", "{}"),
    ])
    func `without a usable lifetime the code lasts five minutes`(_ old: String, _ new: String) throws {
        #expect(try Self.read(Self.example.replacing(old, with: new)).expiresIn == .seconds(300))
        #expect(try Self.read(Self.example).expiresIn == .seconds(1800))
    }

    @Test func `an address and a message that are empty are not there`() throws {
        let body = Self.example.replacing("https://example.com/device?user_code=WDJB-MJHT", with: "")
            .replacing(#""interval":5"#, with: #""message":"""#)
        let authorization = try Self.read(body)
        #expect(authorization.verificationURIComplete == nil && authorization.message == nil)
    }

    /// A member that must be there, and what else is said in its place.
    @Test(arguments: ["device_code", "user_code", "verification_uri"], [#""""#, "null", "[]"])
    func `the refusal names the required member that is empty`(_ name: String, _ value: String) throws {
        let body = Self.example.replacing(try Regex(#""\#(name)":"[^"]*""#), with: #""\#(name)":\#(value)"#)
        let refusal = #expect(throws: Refusal.self) { try Self.read(body) }
        #expect(refusal?.message.contains("lacks '\(name)'") == true, "\(refusal?.message ?? "")")
    }

    static let spoiled: [(String, String)] = [
        (#""device_code":"#, #""d":"#), ("GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", ""),
        (#""user_code":"#, #""u":"#), (#""user_code":"WDJB-MJHT""#, #""user_code":"""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"WDJB\u001b[2J""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"WDJB\u202eMJHT""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"\#(String(repeating: "W", count: 25))""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"X at http://evil.example""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"WDJB.MJHT""#),
        (#""user_code":"WDJB-MJHT""#, #""user_code":"WDJÄ-MJHT""#),
        (#""verification_uri":"#, #""v":"#), ("}", ""), (example, "<html>"), (example, ""),
    ]

    @Test(arguments: spoiled) func `an answer is refused when`(_ old: String, _ new: String) throws {
        try #require(Self.example.contains(old))
        #expect(refused { try Self.read(Self.example.replacing(old, with: new)) } == .deviceAuthorizationMalformed)
    }

    @Test func `the rows are about every code of the judge`() throws {
        #expect(
            try SourceText.refusals(of: "Ground/OAuthMessages/Authorization/DeviceAuthorization.swift") == [
                .deviceAuthorizationMalformed
            ])
    }

    @Test func `another status is the provider's error`() {
        let error = #expect(throws: ServerError.self) {
            try DeviceAuthorization(status: 400, body: Data(#"{"error":"invalid_client"}"#.utf8))
        }
        #expect(error?.code == .invalidClient)
    }

    @Test func `the device code cannot be printed`() throws {
        #expect(!String(reflecting: try Self.read(Self.example)).contains("GmRh"))
    }
}
