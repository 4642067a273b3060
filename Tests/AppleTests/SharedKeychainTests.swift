// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignIn
import SignInTesting
import SystemSignIn
import Testing

/// Two apps and an extension share accounts in the keychain, which has no locks between them.
@Suite struct SharedKeychainTests {
    init() throws { try StandInKeychainProcess.start() }

    @Test func `programs that refresh concurrently all get a token, and stay signed in`() async throws {
        try await withTenant { tenant in
            let service = "shared.\(UUID().uuidString)"
            let group = AccountGroup("com.example.office")
            let programs = (0..<3).map { _ in
                AccountStore(
                    KeychainAccountStorage(service: service, group: group), registrations: [tenant.registration],
                    over: tenant.transport, time: tenant.clock.time)
            }
            let account = try await SignInFlow(tenant.registration, keepingIn: programs[0])
                .signIn(with: tenant.userAgent(signingIn: tenant.person))
            var earlier: Set<Redacted<String>> = []
            for _ in 0..<5 {
                tenant.clock.advance(by: .seconds(3 * 3600))
                let tokens = try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
                    for program in programs {
                        group.addTask { try await program.token(for: account, scopes: tenant.registration.scopes) }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(tokens.isDisjoint(with: earlier))
                earlier.formUnion(tokens)
                // After the race, every program uses the stored token.
                let later = try await programs.asyncMap {
                    try await $0.token(for: account, scopes: tenant.registration.scopes)
                }
                #expect(Set(later).count == 1 && Set(later).isSubset(of: tokens))
            }
            #expect(try await programs[2].account(account.id)?.needsSignIn == false)
        }
    }

    @Test func `a sign-in of one app is the sign-in of the other, and so is its sign-out`() async throws {
        try await withTenant { tenant in
            let service = "shared.\(UUID().uuidString)"
            let agent = tenant.userAgent(signingIn: tenant.person)
            let one = await SignInSession(
                tenant.signInFlow(keepingIn: KeychainAccountStorage(service: service)), with: agent)
            let other = await SignInSession(
                tenant.signInFlow(keepingIn: KeychainAccountStorage(service: service)), with: agent)
            await one.restore()
            await one.signIn()
            await other.restore()
            let account = try #require(await one.account)
            #expect(await other.state == .signedIn(account))
            await other.signOut()
            await one.restore()
            #expect(await one.state == .signedOut)
        }
    }
}

extension Sequence where Self: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
