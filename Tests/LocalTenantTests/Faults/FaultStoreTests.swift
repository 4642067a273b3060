// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantTesting

@Suite struct FaultStoreTests: SiteSuite {
    let site: Site

    static let keys = "/\(Site.tenantID)/discovery/v2.0/keys"

    /// A rule, and the statuses of the next seven responses.
    static let counts: [(String, [Int])] = [
        (#"{"fault":"http503","endpoint":"keys"}"#, [503, 503, 503, 503, 503, 503, 503]),
        (#"{"fault":"http503","endpoint":"keys","next":1}"#, [503, 200, 200, 200, 200, 200, 200]),
        (#"{"fault":"http503","endpoint":"keys","after":2,"next":3}"#, [200, 200, 503, 503, 503, 200, 200]),
        (#"{"fault":"http503","endpoint":"keys","next":0}"#, [200, 200, 200, 200, 200, 200, 200]),
    ]

    @Test(arguments: counts)
    func `a rule fails exactly its number of requests`(_ rule: String, _ statuses: [Int]) async throws {
        try await withTemporaryFolder { folder in
            let site = try Site(dataFolder: folder)
            #expect(try await site.control(.post, "faults", rule).status == .created)
            for (index, status) in statuses.enumerated() {
                // Counts are in the database, so they survive a restart.
                let site = index == 3 ? try Site(dataFolder: folder) : site
                #expect(try await site.send(.get, Self.keys).status.code == status)
            }
            let report = try await site.control(.get, "faults/1").decoded(FaultReport.self)
            #expect(report.hits == statuses.count { $0 == 503 })
        }
    }

    @Test func `there are at most a thousand rules`() async throws {
        let faults = try Site().platform.context.faults
        for _ in 0..<1000 { _ = try await faults.add(FaultRule(.drop, at: .keys, next: 0)) }
        let problem = await #expect(throws: AdministrationProblem.self) { try await faults.add(FaultRule(.drop)) }
        #expect(problem?.status == .conflict && problem?.detail.contains("1000 rules") == true)
    }

    @Test func `of many concurrent requests, exactly one fails`() async throws {
        _ = try await site.control(.post, "faults", #"{"fault":"http503","endpoint":"keys","next":1}"#)
        let answers = try await race(64) { [site] in try await site.send(.get, Self.keys) }
        #expect(answers.count { $0.status == .serviceUnavailable } == 1)
    }

    @Test func `rules are listed, shown and removed`() async throws {
        _ = try await site.control(.post, "faults", #"{"fault":"drop","endpoint":"token","clientId":"c"}"#)
        _ = try await site.control(.post, "faults", #"{"fault":{"kind":"claim","name":"aud","value":["a",1,null]}}"#)
        let all = try await site.control(.get, "faults").decoded(FaultList.self).faults
        #expect(
            all.map(\.rule) == [
                FaultRule(.drop, at: .token, clientID: "c"),
                FaultRule(.token(.claim("aud", .array([.string("a"), .integer(1), .null])))),
            ])
        #expect(try await site.control(.delete, "faults/1").status == .noContent)
        for (method, path) in [(HTTPRequest.Method.get, "faults/1"), (.delete, "faults/1"), (.get, "faults/x")] {
            #expect(try await site.control(method, path).status == .notFound)
        }
        #expect(try await site.control(.delete, "faults").status == .noContent)
        #expect(try await site.control(.get, "faults").decoded(FaultList.self).faults.isEmpty)
    }

    static let refused = [
        #"{"fault":"nothing"}"#, #"{"fault":{"kind":"nothing"}}"#, #"{"fault":{"kind":"latency"}}"#, "{}", "[]", "",
        #"{"fault":"drop","nxet":null}"#, #"{"fault":"drop","nxet":1}"#, #"{"fault":"drop","next":-1}"#,
        #"{"fault":"drop","after":-1}"#, #"{"fault":"drop","endpoint":"home"}"#,
        #"{"fault":{"kind":"latency","milliseconds":-1}}"#, #"{"fault":{"kind":"error","status":200}}"#,
    ]

    @Test(arguments: refused) func `a rule that makes no sense is refused with a reason`(_ rule: String) async throws {
        let answer = try await site.control(.post, "faults", rule)
        #expect(answer.status == .badRequest)
        #expect(try answer.object()["detail"]?.string?.isEmpty == false)
        #expect(try await site.platform.context.faults.all().isEmpty)
    }

    @Test(arguments: Fault.kinds) func `every fault survives a JSON round trip`(_ kind: String) throws {
        let json = #"{"kind":"\#(kind)","milliseconds":5,"name":"a","value":{"b":[true,2.5]},"token":"access_token"}"#
        let fault = try JSONDecoder().decode(Fault.self, from: Data(json.utf8))
        #expect(fault.kind == kind)
        #expect(try JSONDecoder().decode(Fault.self, from: JSONEncoder().encode(fault)) == fault)
    }
}
