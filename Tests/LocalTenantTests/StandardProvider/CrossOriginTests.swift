// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import OAuth
import Testing

@testable import LocalTenant

/// Fetch §3.2.
@Suite struct CrossOriginTests {
    private func ask(
        _ path: String, from origin: String, _ method: HTTPRequest.Method = .options
    ) async throws -> Answer {
        var fields = HTTPFields()
        fields[.origin] = origin
        fields.set("Access-Control-Request-Method", to: "POST")
        return method == .post
            ? try await Site().post(path, ["token": "x"], fields: fields)
            : try await Site().send(method, path, fields: fields)
    }

    static let paths = ["/op/token", "/op/revoke", "/op/par"]

    @Test(arguments: paths, ["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:1"])
    func `pages of public clients may read answers`(_ path: String, _ origin: String) async throws {
        for method in [HTTPRequest.Method.options, .post] {
            let answer = try await ask(path, from: origin, method)
            #expect(answer.fields[.accessControlAllowOrigin] == origin)
            #expect(answer.fields[.vary] == "Origin")
            #expect(answer["Access-Control-Allow-Credentials"] == nil)
        }
        let preflight = try await ask(path, from: origin)
        #expect(preflight.status == .noContent)
        #expect(preflight["Access-Control-Allow-Headers"]?.contains("DPoP") == true)
        let answer = try await ask(path, from: origin, .post)
        #expect(answer["Access-Control-Expose-Headers"]?.contains("DPoP-Nonce") == true)
    }

    @Test(
        arguments: paths,
        [
            "https://evil.example", "null", "http://localhost.evil.example", "https://localhost:5173",
            "http://localhost:5173/", "http://127.0.0.2:1", "",
        ])
    func `pages from elsewhere may not`(_ path: String, _ origin: String) async throws {
        for method in [HTTPRequest.Method.options, .post] {
            #expect(try await ask(path, from: origin, method).fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test(arguments: ["/op/userinfo", "/op/jwks", "/op/.well-known/openid-configuration"])
    func `what depends on no cookie is for everybody`(_ path: String) async throws {
        for method in [HTTPRequest.Method.options, .get] {
            let answer = try await ask(path, from: "https://app.example", method)
            #expect(answer.fields[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func `introspection is for no page`() async throws {
        let answer = try await ask("/op/introspect", from: "http://localhost:5173", .post)
        #expect(answer.fields[.accessControlAllowOrigin] == nil)
    }
}
