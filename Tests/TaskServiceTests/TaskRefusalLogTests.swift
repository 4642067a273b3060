// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPServing
import Testing

/// The task service needs no tenant to say why it refused a request.
@Suite struct TaskRefusalLogTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    @Test func `a call without a token, without the scope and without a text leaves a line each`() async throws {
        _ = try await service.send(.init(.get, "/api/tasks").as(nil))
        var call = ServiceUnderTest.Call(.get, "/api/tasks")
        call.scope = "Other.Read"
        _ = try await service.send(call)
        _ = try await service.send(try .adding(""))
        _ = try await service.send(try .adding("Water the plants"))
        let refused = service.refusals.latest()
        #expect(refused.map(\.rule) == ["MissingTask", "insufficient_scope", "token_required"])
        #expect(refused.map(\.status) == [400, 403, 401])
        #expect(refused.map(\.endpoint) == ["POST /api/tasks", "GET /api/tasks", "GET /api/tasks"])
        #expect(refused.map { $0.person == nil } == [false, false, true])
        #expect(refused.allSatisfy { $0.time == service.clock.now })
    }

    @Test func `an unknown address and a wrong method leave a line each`() async throws {
        _ = try await service.send(.init(.get, "/api/nothing"))
        _ = try await service.send(.init(.patch, "/api/tasks"))
        let refused = service.refusals.latest()
        #expect(refused.map(\.status) == [405, 404])
        #expect(refused.map(\.endpoint) == ["PATCH /api/tasks", "GET /api/nothing"])
    }
}
