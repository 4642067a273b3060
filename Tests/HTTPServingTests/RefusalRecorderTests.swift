// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing

@Suite struct RefusalRecorderTests {
    private let log = RefusalLog()
    private let recorded = RecordedLog()

    private func ask(_ path: String) async throws -> HTTPResponse {
        let router = Router(context: ServingContext.self)
        router.add(middleware: RefusalRecorder(log, now: { Date(timeIntervalSince1970: 1_767_225_600) }))
        router.get("/good") { _, _ in Response(status: .ok) }
        router.get("/refused") { _, _ in
            RefusalNote.about(app: "app-1")
            RefusalNote.about(person: "an\u{1B}[2J\na" + String(repeating: "x", count: 400))
            RefusalNote.refuse(
                RefusalNote.Rule("rule-1", reason: "It is so.", setting: "apps", remedy: "Change it.", traceID: "t"))
            return Response(status: .forbidden)
        }
        router.get("/refused/:app/:rule") { _, context in
            let app = try context.parameters.require("app")
            RefusalNote.about(app: app, ofStranger: app.hasPrefix("registered-"))
            RefusalNote.refuse(RefusalNote.Rule(try context.parameters.require("rule"), reason: "It is so."))
            return Response(status: .forbidden)
        }
        router.get("/unexplained/:status") { _, context in
            let status = Int(try context.parameters.require("status")) ?? 0
            if status == 428 { RefusalNote.noteOrdinaryStep() }
            return Response(status: HTTPResponse.Status(code: status), headers: status == 405 ? [.allow: "POST"] : [:])
        }
        router.get("/thrown") { _, _ -> Response in throw RequestRefusal(.contentMalformed, "It cannot be read.") }
        let responder = InProcessResponder(router.buildResponder(), logger: recorded.logger)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        return try await responder.respond(to: request, body: Data()).0
    }

    @Test func `a refusal is one line at info, with all that is known`() async throws {
        let person = "an [2J a" + String(repeating: "x", count: 292)
        #expect(try await ask("/refused?code=secret").status == .forbidden)
        #expect(
            recorded.lines == [
                "info refused app=app-1 endpoint=GET /refused person=\(person) reason=It is so. remedy=Change it. rule=rule-1 "
                    + "setting=apps status=403 time=2026-01-01T00:00:00Z trace=t"
            ])
        #expect(log.latest().map(\.rule) == ["rule-1"])
    }

    @Test func `a thrown refusal is recorded and rethrown`() async throws {
        #expect(try await ask("/thrown").status == .badRequest)
        let refused = try #require(log.latest().first)
        #expect(refused.rule == "contentMalformed" && refused.status == 400 && refused.app == nil)
    }

    @Test(
        arguments: [
            (200, nil), (302, nil), (304, nil), (400, "http_400"), (404, "address_unknown"),
            (405, "method_not_allowed"), (428, nil), (429, "http_429"), (499, "http_499"), (500, nil),
        ] as [(Int, String?)])
    func `a refusal that nothing explains has a rule by its status`(_ status: Int, _ rule: String?) async throws {
        _ = try await ask("/unexplained/\(status)")
        #expect(log.latest().map(\.rule) == (rule.map { [$0] } ?? []))
        #expect(status != 405 || log.latest().first?.reason == "This address accepts only POST.")
    }

    @Test func `other responses leave nothing`() async throws {
        _ = try await ask("/good")
        _ = try? await ask("/nowhere")
        #expect(log.latest().isEmpty && recorded.lines.isEmpty)
    }

    @Test func `the oldest gives way to the newest`() async throws {
        for _ in 0..<500 { _ = try await ask("/refused") }
        #expect(log.latest().last?.number == 1)
        _ = try await ask("/refused")
        #expect(log.latest().count == 500)
        #expect(log.latest().first?.number == 501 && log.latest().last?.number == 2)
        #expect(log.latest(after: 500).count == 1)
    }

    @Test func `a flood of one kind leaves the refusals of others`() async throws {
        for app in ["shop", "mail", "mail"] { _ = try await ask("/refused/\(app)/invalid_grant") }
        for _ in 0..<1000 { _ = try await ask("/refused/mail/address_unknown") }
        #expect(log.latest().count == 500)
        #expect(log.latest().filter { $0.rule == "invalid_grant" }.map(\.app) == ["mail", "mail", "shop"])
        for number in 0..<500 { _ = try await ask("/refused/mail/rule-\(number)") }
        #expect(log.latest().filter { $0.rule == "address_unknown" }.count <= 1)
        #expect(log.latest().count == 500)
    }

    @Test func `apps that register themselves are one kind`() async throws {
        for app in ["shop", "mail"] { _ = try await ask("/refused/\(app)/redirect_mismatch") }
        for number in 0..<1000 { _ = try await ask("/refused/registered-\(number)/redirect_mismatch") }
        #expect(log.latest().compactMap(\.app).filter { !$0.hasPrefix("registered-") } == ["mail", "shop"])
        #expect(log.latest().count == 500)
    }
}
