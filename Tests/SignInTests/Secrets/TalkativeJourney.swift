// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignInProvider
import SignInTesting
import Testing

@testable import SignIn

actor TalkativeJourney {
    nonisolated let tampering: TamperingTransport
    nonisolated let wire: SecretsOnTheWire
    nonisolated let storage: SealedAccountStorage
    nonisolated let flow: SignInFlow
    nonisolated let account: Account
    nonisolated let clock: TestClock
    nonisolated let agent: ScriptedUserAgent

    private var spoken = SpokenTexts()
    private(set) var errors = 0
    private let listening: Task<[AccountEvent], Never>

    nonisolated var time: TimeSource { clock.time }

    init(_ tenant: TestTenant, registration: ClientRegistration, folder: URL) async throws {
        let (tampering, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        let wire = SecretsOnTheWire(tampering)
        wire.keep("password", tenant.password)
        let key = SealingKey(random: .system)
        wire.keep("sealing key", key.text.revealed)
        storage = SealedAccountStorage(folder: folder, key: key)
        let random = RandomSource { count in
            let bytes = RandomSource.system.bytes(count)
            wire.keep("random", RandomSource { _ in bytes }.text(bytes: count))
            return bytes
        }
        let accounts = AccountStore(
            storage, registrations: [registration], over: wire, time: clock.time)
        flow = SignInFlow(registration, keepingIn: accounts, random: random)
        agent = tenant.userAgent(signingIn: tenant.person)
        let events = accounts.events()
        listening = Task { await events.reduce(into: []) { $0.append($1) } }
        (self.tampering, self.wire, self.clock) = (tampering, wire, clock)
        let provider = try await flow.discover()
        let visit = try await agent.prepareVisit(for: registration.redirectURI)
        let request = try await flow.authorizationRequest(redirectURI: visit.redirectURI)
        wire.keep(request.url)
        let redirect = try await visit.open(request.url)
        wire.keep(redirect.revealed)
        account = try await flow.finish(redirect, answering: request)
        for value: any Sendable in [request, provider, provider.metadata, account] { spoken.add(value) }
    }

    func say(_ values: Any...) { for value in values { spoken.add(value) } }

    func sayError(_ body: @Sendable () async throws -> Void) async {
        do { try await body() } catch {
            errors += 1
            spoken.add(error)
        }
    }

    nonisolated func signInAgain() async throws -> Account { try await flow.signIn(with: agent) }

    /// Adds the names in the folder, and the files as text.
    func sayFolder() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: storage.folder.path) {
            spoken.add(name)
            spoken.add(String(decoding: try Data(contentsOf: storage.folder.appending(path: name)), as: UTF8.self))
        }
    }

    nonisolated func damageFolder() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: storage.folder.path)
        where name.hasSuffix(".sealed") {
            let file = storage.folder.appending(path: name)
            try Data(Data(contentsOf: file).dropLast()).write(to: file)
        }
    }

    /// Expects none of the recorded secrets in the texts.
    func expectSilence(atLeast names: Set<String>) async throws {
        #expect(names.isSubset(of: wire.byName.keys), "\(names.subtracting(wire.byName.keys)) never went by")
        spoken.add(flow.accounts)
        listening.cancel()
        let events = await listening.value
        #expect(!events.isEmpty)
        for event in events { spoken.add(event) }
        #expect(spoken.texts.count > 30)
        spoken.expectNone(of: wire.all)
    }
}
