// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPTransport

@Suite(.timeLimit(.minutes(4))) struct JourneyTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    /// Kills an instance of each service, restarts both, and continues with the other ones.
    private actor Disturbance {
        private let system: SampleSystem
        private(set) var count = 0

        init(_ system: SampleSystem) { self.system = system }

        func next() async throws {
            let step = count
            count += 1
            if step % 2 == 0 { await system.kill(step / 2 % 2) } else { try await system.bringBack(step / 2 % 2) }
        }

        func end() async throws { if count % 2 == 1 { try await next() } }
    }

    private func takeAll(_ system: SampleSystem, _ meanwhile: @escaping @Sendable () async throws -> Void) async throws
    {
        let token = try await TaskServiceTests.token(of: system.tenant, in: folder)
        let now = "auth_time=\(Int(Date().timeIntervalSince1970))"
        let fresh = try await TaskServiceTests.token(of: system.tenant, in: folder, with: ["--claim", now])
        let tenant = try system.tenant.url
        try await withSystemTransport { transport in
            let clients = TaskJourneys(
                tasks: system.tasks, token: token, freshToken: fresh, transport: transport, meanwhile: meanwhile)
            try await clients.list()
            try await clients.pages()
            try await clients.versions()
            try await clients.keys()
            let people = WebJourneys(web: system.web, tenant: tenant, transport: transport, meanwhile: meanwhile)
            try await people.colleague()
            try await people.anotherPerson()
            try await people.customersTasks()
            try await people.twoPeople()
            try await people.doubleClick()
            try await people.twoAccounts()
            try await people.otherSessions()
            try await people.stepUp()
            let provider = ProviderJourneys(web: system.web, tenant: tenant, transport: transport, meanwhile: meanwhile)
            try await provider.accountChanges()
            try await provider.forgottenPassword()
            try await provider.signOutsAtProvider()
        }
    }

    @Test func `one instance of each leads through all journeys`() async throws {
        let system = try await SampleSystem(1, in: folder)
        try await takeAll(system) {}
        await system.end()
    }

    @Test func `two instances of each behind nginx do so, while one after the other is restarted`() async throws {
        let system = try await SampleSystem(2, in: folder)
        let disturbance = Disturbance(system)
        try await takeAll(system) { try await disturbance.next() }
        #expect(await disturbance.count > 20)
        try await disturbance.end()
        await system.end()
    }
}
