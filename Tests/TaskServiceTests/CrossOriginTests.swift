// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import TaskService

@Suite struct CrossOriginTests {
    typealias Call = ServiceUnderTest.Call

    static let origin = "https://app.example"

    private func service(_ origins: String...) throws -> ServiceUnderTest {
        let origins = Set(origins.compactMap { URL(string: $0).flatMap(Origin.init) })
        return try ServiceUnderTest { $0.allowedOrigins = origins }
    }

    private func preflight(_ path: String = "/api/tasks", from origin: String = origin) -> Call {
        Call(.options, path).as(nil).with("Origin", origin).with("Access-Control-Request-Method", "PUT")
            .with("Access-Control-Request-Headers", "authorization,if-match")
    }

    @Test func `a page of an allowed origin may ask, call and read`() async throws {
        let service = try service(Self.origin, "http://localhost:5173")
        for (path, methods) in [("/api/tasks", "POST, GET, DELETE, HEAD"), ("/api/tasks/1", "PUT, DELETE, GET, HEAD")] {
            let answer = try await service.send(preflight(path))
            #expect(answer.status == 204 && answer.body.isEmpty)
            #expect(answer.fields[.accessControlAllowOrigin] == Self.origin)
            #expect(answer.fields[.accessControlAllowMethods] == methods)
            #expect(
                answer.fields[.accessControlAllowHeaders]
                    == "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match")
            #expect(answer.fields[.accessControlMaxAge] == "600" && answer.fields[.vary] == "Origin")
        }
        // A refusal must be readable, too: otherwise the page could not show the reason.
        let calls = [
            (Call(.get, "/api/tasks"), 200), (Call(.get, "/api/tasks").as(nil), 401), (Call(.put, "/none"), 404),
        ]
        for (call, status) in calls {
            let answer = try await service.send(call.with("Origin", "http://localhost:5173"))
            #expect(answer.status == status)
            #expect(answer.fields[.accessControlAllowOrigin] == "http://localhost:5173")
            let exposed = answer.fields[.accessControlExposeHeaders]?.split(separator: ", ") ?? []
            #expect(Set(exposed).isSuperset(of: ["ETag", "Link", "Location", "Retry-After", "WWW-Authenticate"]))
            #expect(answer.fields[values: .vary].contains("Origin"))
            #expect(answer.fields[.accessControlAllowCredentials] == nil)
        }
    }

    @Test(arguments: [
        "https://evil.example", "http://app.example", "https://app.example:8443", "https://app.example/", "null", "",
        "https://app.example.evil.example", "HTTPS://app.example", "*",
    ])
    func `a page of another origin may not`(_ origin: String) async throws {
        let service = try service(Self.origin)
        let asked = try await service.send(preflight(from: origin))
        #expect(asked.status == 405)
        let read = try await service.send(Call(.get, "/api/tasks").with("Origin", origin))
        for answer in [asked, read] {
            #expect(answer.fields[.accessControlAllowOrigin] == nil)
            #expect(answer.fields[.accessControlExposeHeaders] == nil)
            #expect(answer.fields[values: .vary].contains("Origin"))
        }
    }

    @Test func `a response to a program depends on the origin, too`() async throws {
        let answer = try await service(Self.origin).send(Call(.get, "/api/tasks"))
        #expect((answer.fields[values: .vary], answer.fields[.accessControlAllowOrigin]) == (["Origin"], nil))
    }

    @Test func `only a preflight request is answered here`() async throws {
        let service = try service(Self.origin)
        let plain = try await service.send(Call(.options, "/api/tasks").with("Origin", Self.origin))
        #expect(plain.status == 405 && plain.fields[.accessControlAllowOrigin] == Self.origin)
        #expect(try await service.send(preflight("/none")).status == 404)
    }

    @Test func `without allowed origins, no field is sent`() async throws {
        let service = try ServiceUnderTest()
        #expect(try await service.send(preflight()).status == 405)
        let answer = try await service.send(Call(.get, "/api/tasks").with("Origin", Self.origin))
        #expect(answer.status == 200 && answer.fields[.vary] == nil)
        #expect(answer.fields[.accessControlAllowOrigin] == nil)
    }
}
