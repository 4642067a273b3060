// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing

@testable import TaskService

@Suite struct RequestLimitsTests {
    typealias Call = ServiceUnderTest.Call

    @Test func `a bucket holds its count, and gets one back whenever a share of the time has passed`() {
        let rate = RequestRate(count: 3, seconds: 60)
        var fullAt: Int64?
        func ask(at seconds: Double) -> RequestAllowance {
            let (allowance, next) = rate.judge(fullAt: fullAt, now: Int64(seconds * 1_000_000))
            fullAt = next
            return allowance
        }
        #expect(ask(at: 1000) == .allowed(remaining: 2, full: .seconds(20)))
        #expect(ask(at: 1000) == .allowed(remaining: 1, full: .seconds(40)))
        #expect(ask(at: 1000) == .allowed(remaining: 0, full: .seconds(60)))
        #expect(ask(at: 1000) == .refused(for: .seconds(20)))
        #expect(ask(at: 1019.999999) == .refused(for: .microseconds(1)))
        #expect(ask(at: 1020) == .allowed(remaining: 0, full: .seconds(60)))
        #expect(ask(at: 1060) == .allowed(remaining: 1, full: .seconds(40)))
        #expect(ask(at: 9999) == .allowed(remaining: 2, full: .seconds(20)))
    }

    @Test func `a clock that was ahead by far refuses no request once it is right`() {
        let rate = RequestRate(count: 2, seconds: 10)
        #expect(rate.judge(fullAt: 20_000_001, now: 0).allowance == .allowed(remaining: 1, full: .seconds(5)))
        #expect(rate.judge(fullAt: 20_000_000, now: 0).allowance == .refused(for: .seconds(5)))
    }

    @Test func `requests in turn at two instances gain nothing from a clock that is a little ahead`() {
        let rate = RequestRate(count: 2, seconds: 10)
        var fullAt: Int64?
        var allowed = 0
        for now: Int64 in [500_000, 0, 500_000, 0, 500_000, 0] {
            let (allowance, next) = rate.judge(fullAt: fullAt, now: now)
            if case .allowed = allowance { allowed += 1 }
            fullAt = next
        }
        #expect(allowed == 2)
    }

    @Test(arguments: [(0, 0), (-5, -5), (1, 1), (1_000_000_000, 1)])
    func `each rate lets a first request pass`(_ count: Int, _ seconds: Int) {
        let rate = RequestRate(count: count, seconds: seconds)
        guard case .allowed = rate.judge(fullAt: nil, now: 0).allowance else {
            Issue.record("refused")
            return
        }
    }

    @Test func `memory keeps so many buckets, and forgets full ones first`() async throws {
        #expect(MemoryRequestLimits(RequestRate(count: 1, seconds: 10)).capacity == 100_000)
        let limits = MemoryRequestLimits(RequestRate(count: 1, seconds: 10), capacity: 3)
        let start = Date(timeIntervalSince1970: 1000)
        func passes(_ owner: String, after seconds: TimeInterval) async throws -> Bool {
            if case .allowed = try await limits.count(requestOf: owner, at: start + seconds) { true } else { false }
        }
        for owner in ["a", "b"] { #expect(try await passes(owner, after: 0)) }
        #expect(try await passes("c", after: 5))
        #expect(limits.keptCount == 3)
        #expect(try await passes("d", after: 10))
        #expect(limits.keptCount == 2)
        #expect(try await !passes("c", after: 10))
        for number in 0..<100 { #expect(try await passes("\(number)", after: 11)) }
        #expect(limits.keptCount == 3)
    }

    private func service(_ count: Int, _ seconds: Int) throws -> ServiceUnderTest {
        try ServiceUnderTest { $0.requestLimits = MemoryRequestLimits(RequestRate(count: count, seconds: seconds)) }
    }

    @Test func `requests beyond the rate are refused until the time that the response names`() async throws {
        let service = try service(2, 60)
        let list = Call(.get, "/api/tasks")
        for left in [1, 0] {
            let answer = try await service.send(list)
            #expect(answer.status == 200)
            #expect(answer.fields.value(of: "RateLimit-Policy") == #""person";q=2;w=60"#)
            #expect(answer.fields.value(of: "RateLimit") == #""person";r=\#(left);t=\#(60 - 30 * left)"#)
        }
        service.clock.advance(by: 0.5)
        let refused = try await service.send(list)
        #expect(refused.status == 429 && refused.code == "TooManyRequests")
        #expect(refused.message == "the limit is 2 requests in 60 seconds; send the next one in 30 seconds")
        #expect(refused.fields[.retryAfter] == "30")
        #expect(refused.fields.value(of: "RateLimit") == #""person";r=0;t=30"#)
        #expect(service.refusals.latest().first?.rule == "TooManyRequests")
        #expect(service.refusals.latest().first?.person?.hasSuffix("alice") == true)
        #expect(try await service.send(list.as("bob")).status == 200)
        service.clock.advance(by: 29.4)
        #expect(try await service.send(list).fields[.retryAfter] == "1")
        service.clock.advance(by: 0.1)
        #expect(try await service.send(list).status == 200)
    }

    @Test func `a refused addition adds nothing, and each kind of request counts`() async throws {
        let service = try service(4, 60)
        var narrow = Call(.get, "/api/tasks")
        narrow.scope = "Other"
        #expect(try await (service.send(narrow).status, service.send(.adding("kept")).status) == (403, 201))
        #expect(try await service.send(.adding(" ")).status == 400)
        #expect(try await service.send(Call(.get, "/api/tasks/1")).status == 404)
        #expect(try await service.send(.adding("lost")).status == 429)
        service.clock.advance(by: 15)
        #expect(try await service.texts() == ["kept"])
    }

    @Test func `requests without a token and public routes are not counted`() async throws {
        let service = try service(1, 60)
        for _ in 0..<3 {
            #expect(try await service.send(Call(.get, "/").as(nil)).status == 200)
            #expect(try await service.send(Call(.get, "/api/tasks").as(nil)).status == 401)
        }
        let unlimited = try ServiceUnderTest()
        for _ in 0..<3 {
            let answer = try await unlimited.send(Call(.get, "/api/tasks"))
            #expect(answer.status == 200 && answer.fields.value(of: "RateLimit") == nil)
        }
    }
}
