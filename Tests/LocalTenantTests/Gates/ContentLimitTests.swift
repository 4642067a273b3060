// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct ContentLimitTests: SiteSuite {
    let site: Site

    static let places = ["oauth2/v2.0/authorize", "oauth2/v2.0/token", "login"].map { "/\(Site.tenantID)/\($0)" }

    @Test(arguments: places)
    func `a form of more than 256 KiB is refused, announced or not`(_ path: String) async throws {
        let tooMuch = Data("a=".utf8) + Data(repeating: UInt8(ascii: "b"), count: 256 << 10)
        var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        #expect(try await site.send(.post, path, fields: fields, body: tooMuch).status == .contentTooLarge)
        fields[.contentLength] = "10"
        #expect(try await site.send(.post, path, fields: fields, body: tooMuch).status == .contentTooLarge)
        fields[.contentLength] = "99999999999"
        #expect(try await site.send(.post, path, fields: fields, body: Data("a".utf8)).status == .contentTooLarge)
        fields[.contentLength] = nil
        let justRight = try await site.send(.post, path, fields: fields, body: tooMuch.dropLast(2))
        #expect(justRight.status != .contentTooLarge && justRight.status.kind == .clientError)
    }

    @Test(arguments: places) func `more than a thousand fields are refused`(_ path: String) async throws {
        let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for (count, isTooMuch) in [(1000, false), (1001, true), (1 << 19, true)] {
            let body = Data(Array(repeating: "a", count: count).joined(separator: "&").utf8)
            let answer = try await site.send(.post, path, fields: fields, body: body)
            #expect((answer.status == .contentTooLarge) == isTooMuch)
            #expect(answer.status.kind == .clientError)
        }
    }

    @Test(arguments: places) func `only forms are read`(_ path: String) async throws {
        for type in ["application/json", "text/plain", "text/html; charset=utf-8", ";", "multipart/mixed; boundary=a"] {
            let answer = try await site.send(.post, path, fields: [.contentType: type], body: Data("{}".utf8))
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer.text.contains("application/x-www-form-urlencoded"))
        }
        for text in ["a=%", "a=%FF", "%C3%28=1"] {
            let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            #expect(try await site.send(.post, path, fields: fields, body: Data(text.utf8)).status == .badRequest)
        }
        for text in [
            "", "--b", "--b\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\u{FFFD}",
        ] {
            let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
            #expect(try await site.send(.post, path, fields: fields, body: Data(text.utf8)).status == .badRequest)
        }
    }

    @Test func `the token endpoint says in JSON that it cannot read something`() async throws {
        let answer = try await site.send(
            .post, Site.tokenPath, fields: [.contentType: "application/json"],
            body: Data(#"{"grant_type":"x"}"#.utf8))
        let error = try answer.object()
        #expect((error["error"]?.string, error["error_codes"]?.array) == ("invalid_request", [.number("9002313")]))
        #expect(error["error_description"]?.string?.contains("application/x-www-form-urlencoded") == true)
    }
}
