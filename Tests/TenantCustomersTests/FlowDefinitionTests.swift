// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct FlowDefinitionTests {
    @Test func `a short flow definition survives a round trip`() throws {
        let short = #"{"tenantID": "t", "name": "B2C_1_x", "kind": "signIn"}"#
        let flow = try JSONDecoder().decode(UserFlow.self, from: Data(short.utf8))
        #expect(flow == UserFlow(tenantID: "t", name: "B2C_1_x", kind: .signIn))
        for sample in UserFlow.samples + [flow] {
            #expect(try JSONDecoder().decode(UserFlow.self, from: try JSONEncoder().encode(sample)) == sample)
            #expect(sample.problem == nil)
        }
    }

    static let wrong: [(String, @Sendable (inout UserFlow) -> Void)] = [
        ("accessTokenMinutes", { $0.tokens.accessTokenMinutes = 4 }),
        ("accessTokenMinutes", { $0.tokens.accessTokenMinutes = 1441 }),
        ("refreshTokenDays", { $0.tokens.refreshTokenDays = 91 }),
        ("slidingWindowDays", { $0.tokens.slidingWindowDays = 366 }),
        ("keepSignedInDays", { $0.keepSignedInDays = -1 }),
        ("title", { $0.look.title = String(repeating: "a", count: 129) }),
    ]

    @Test(arguments: wrong.indices) func `figures have the limits of the real service`(_ index: Int) {
        var flow = UserFlow(tenantID: "t", name: "B2C_1_x", kind: .signIn)
        Self.wrong[index].1(&flow)
        #expect(flow.problem?.contains(Self.wrong[index].0) == true)
    }

    @Test(arguments: [
        ("susi", "does not begin with B2C_1_"), ("B2C_1_", "does not begin with B2C_1_"),
        ("B2C_1_a/b", "has characters other than"), ("B2C_1_" + String(repeating: "a", count: 59), "more than 64"),
        ("", "has characters other than"),
    ])
    func `a name has the form of the real service`(_ name: String, _ problem: String) {
        #expect(UserFlow(tenantID: "t", name: name, kind: .signIn).problem?.contains(problem) == true)
    }

    @Test(arguments: ["B2C_1_a", "b2c_1A_a-b.c", "B2C_1_" + String(repeating: "a", count: 58)])
    func `a name of up to 64 characters is valid`(_ name: String) {
        #expect(UserFlow(tenantID: "t", name: name, kind: .signIn).problem == nil)
    }

    @Test func `data of the version before keep their customers, and gain the flows`() throws {
        let queue = try DatabasePool()
        let last = "8 credentials, claims and assignments of apps, groups, states of people"
        try TenantSchema.migrator.migrate(queue, upTo: last)
        try queue.writeNow { database in
            try database.execute(
                sql: """
                    INSERT INTO tenant (id, displayName, domain, passwordHash, kind)
                        VALUES ('\(SampleApp.customersID)', 'C', 'c.example', '', 'customers');
                    INSERT INTO customer (id, tenantID, email, displayName, passwordHash, failedAttempts)
                        VALUES ('1', '\(SampleApp.customersID)', 'a@b.example', 'A', 'x', 3)
                    """)
        }
        try TenantSchema.migrator.migrate(queue)
        try queue.writeNow { database in
            try UserFlow.addSamples(in: database)
            let customer = try #require(try Customer.fetchOne(database, key: "1"))
            #expect(customer.email == "a@b.example" && customer.accountEnabled && customer.attributes.isEmpty)
            #expect(try UserFlow.fetchAll(database).map(\.name).prefix(2) == ["B2C_1_susi", "B2C_1_reset"])
            try UserFlow.addSamples(in: database)
            #expect(try UserFlow.fetchCount(database) == UserFlow.samples.count)
        }
    }

    @Test func `a directory that defines no flow has the two that every directory had`() async throws {
        let flows = try await Site().platform.context.database.userFlows(of: "another")
        #expect(flows.map(\.addressName) == ["b2c_1_susi", "b2c_1_reset"])
        #expect(flows.allSatisfy { $0.problem == nil && $0.tenantID == "another" })
    }
}
