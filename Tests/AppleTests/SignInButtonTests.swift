// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import OAuthMessages
import Security
import SignIn
import SignInTesting
import SignInUI
import SwiftUI
import SystemSignIn
import Testing

@Suite @MainActor struct SignInButtonTests {
    init() throws { try StandInKeychainProcess.start() }

    @Test func `one tap signs in, the next one out, and each state has its button`() async throws {
        try await withTenant { tenant in
            let session = SignInSession(
                tenant.signInFlow(), with: tenant.userAgent(signingIn: tenant.person))
            let screen = StandInScreen { SignInButton(session) }
            #expect(screen.render().outline == "Screen\n  ProgressView")
            await screen.settle()
            #expect(session.state == .signedOut)
            #expect(screen.render().texts == ["Sign In"])
            #expect(try await #require(screen.render().find("Button", "Sign In")).act())
            try await until { session.account != nil }
            #expect(screen.render().texts == ["Sign Out"])
            #expect(try await #require(screen.render().find("Button", "Sign Out")).act())
            try await until { session.state == .signedOut }
            #expect(screen.render().texts == ["Sign In"])
        }
    }

    @Test func `a device that was not unlocked signs no user out`() async throws {
        try await withTenant { tenant in
            let service = "button.\(UUID().uuidString)"
            let agent = tenant.userAgent(signingIn: tenant.person)
            _ = try await tenant.signInFlow(keepingIn: KeychainAccountStorage(service: service)).signIn(with: agent)
            for each in [service, "\(service).probe"] { StandInDevice.hidden.apply(to: each) }
            let session = SignInSession(
                tenant.signInFlow(keepingIn: KeychainAccountStorage(service: service)), with: agent)
            let screen = StandInScreen { SignInButton(session) }
            await screen.settle()
            #expect(screen.render().texts == ["Try Again"])
            for each in [service, "\(service).probe"] { StandInDevice.unlocked.apply(to: each) }
            screen.environment.scenePhase = .background
            await screen.settle()
            #expect(screen.render().texts == ["Sign Out"], "it looks again when the app changes its place")
        }
    }

    @Test func `a session that the provider ended requires a new sign-in`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let agent = tenant.userAgent(signingIn: tenant.person)
            let account = try await flow.signIn(with: agent)
            tenant.clock.advance(by: .seconds(91 * 86_400))
            _ = try? await flow.session(of: account).accessToken(for: tenant.registration.scopes)
            let session = SignInSession(flow, with: agent)
            var titles = SignInTitles()
            titles.signInAgain = "Erneut anmelden"
            let screen = StandInScreen { [titles] in SignInButton(session, titles: titles) }
            await screen.settle()
            #expect(screen.render().find("Button", "Erneut anmelden") != nil)
        }
    }

    @Test func `a sign-in whose sheet never comes back can be cancelled`() async throws {
        try await withTenant { tenant in
            var registration = tenant.registration
            registration.redirectURI = try #require(RedirectURI("msauth.com.example.app://auth"))
            let session = SignInSession(
                tenant.signInFlow(registration, keepingIn: MemoryAccountStorage()), with: GivingUp.never)
            let screen = StandInScreen { SignInButton(session) }
            await screen.settle()
            #expect(try await #require(screen.render().find("Button", "Sign In")).act())
            try await until { session.state == .busy }
            #expect(try await #require(screen.render().find("Button", "Cancel")).act())
            try await until { session.state == .signedOut }
            #expect(session.failure == nil)
        }
    }
}
