// SPDX-License-Identifier: Apache-2.0
import AuthenticationServices
import Fixtures
import Foundation
import OAuthMessages
import SignIn
import SwiftUI
import SystemSignIn
import Testing
import UIKit

/// Only one sheet is shown at a time.
@Suite(.serialized) @MainActor struct SystemUserAgentTests {
    nonisolated private static let page = URL(filePath: "/").appending(path: "authorize")
    nonisolated static let scheme = "msauth.com.example.app://auth"
    nonisolated private static let window: @MainActor @Sendable () -> ASPresentationAnchor? = { UIWindow() }

    private func visit(
        _ redirect: String = scheme, _ agent: SystemUserAgent = SystemUserAgent(anchor: window)
    ) async throws -> any UserAgentVisit {
        try await agent.prepareVisit(for: #require(RedirectURI(redirect)))
    }

    private func opening(_ visit: any UserAgentVisit) -> Task<Redacted<URL>, any Error> {
        Task { try await visit.open(Self.page) }
    }

    @Test(arguments: [
        (scheme, "msauth.com.example.app:"), ("https://app.example.com/signed-in", "https://app.example.com/signed-in"),
        ("https://app.example.com:443", "https://app.example.com/"),
    ]) func `the redirect comes back, by a scheme and by https`(_ registered: String, _ awaited: String) async throws {
        StandInBrowser.behave(.redirect { _ in try #require(URL(string: "\(registered)?code=c&state=s")) })
        let visit = try await visit(registered)
        #expect(visit.redirectURI.text == registered)
        #expect(try await visit.open(Self.page).revealed.absoluteString == "\(registered)?code=c&state=s")
        #expect(StandInBrowser.visits.map(\.callback) == [awaited])
        #expect(StandInBrowser.visits.map(\.url) == [Self.page])
    }

    @Test(arguments: ["http://localhost", "http://127.0.0.1:8080/x", "https://app.example.com:8443/"])
    func `a redirect that the system cannot hand over is refused before the sheet`(_ registered: String) async throws {
        StandInBrowser.behave(.silence)
        let error = await #expect(throws: SystemUserAgentError.self) { try await visit(registered) }
        #expect(error?.code == .redirectNotReceivable)
        #expect(error?.nextAction == .correctRegistration)
        #expect(StandInBrowser.visits.isEmpty)
    }

    @Test(arguments: [(SystemUserAgent.BrowserSession.shared, false), (.ephemeral, true)])
    func `the cookies are those that were chosen`(
        _ session: SystemUserAgent.BrowserSession, _ isEphemeral: Bool
    ) async throws {
        StandInBrowser.behave(.redirect { $0 })
        _ = try await visit(Self.scheme, SystemUserAgent(browserSession: session, anchor: Self.window)).open(Self.page)
        #expect(StandInBrowser.visits.map(\.isEphemeral) == [isEphemeral])
    }

    /// The system's error, the redirect URI, and the app's error.
    nonisolated static let errors:
        [(ASWebAuthenticationSessionError, String, SystemUserAgentError.Code, NextAction, String)] = [
            (ASWebAuthenticationSessionError(.canceledLogin), scheme, .cancelled, .acceptCancellation, "canceled"),
            (
                ASWebAuthenticationSessionError(.canceledLogin), "https://app.example.com/", .cancelled,
                .acceptCancellation, "canceled"
            ),
            (
                ASWebAuthenticationSessionError(
                    .canceledLogin, userInfo: [NSLocalizedFailureReasonErrorKey: "not associated"]),
                "https://app.example.com/", .associationMissing, .correctRegistration, "webcredentials:app.example.com"
            ),
            (
                ASWebAuthenticationSessionError(.presentationContextNotProvided), scheme, .windowMissing,
                .retry(after: nil), "foreground"
            ),
            (
                ASWebAuthenticationSessionError(.presentationContextInvalid), scheme, .windowMissing,
                .retry(after: nil), "foreground"
            ),
        ]

    @Test(arguments: errors) func `an error of the system names a remedy`(
        _ system: ASWebAuthenticationSessionError, _ registered: String, _ code: SystemUserAgentError.Code,
        _ action: NextAction, _ words: String
    ) async throws {
        StandInBrowser.behave(.error(system))
        let visit = try await visit(registered)
        let error = await #expect(throws: SystemUserAgentError.self) { try await visit.open(Self.page) }
        #expect(error?.code == code)
        #expect(error?.nextAction == action)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `without a window nothing is shown`() async throws {
        StandInBrowser.behave(.silence)
        let visit = try await visit(Self.scheme, SystemUserAgent())
        let error = await #expect(throws: SystemUserAgentError.self) { try await visit.open(Self.page) }
        #expect(error?.code == .windowMissing)
        #expect(StandInBrowser.visits.isEmpty)
    }

    @Test func `the redirect comes back to SwiftUI's session, with the chosen cookies`() async throws {
        StandInBrowser.behave(.redirect { try #require(URL(string: "\(Self.scheme)?code=c&from=\($0.path)")) })
        let agent = SystemUserAgent(EnvironmentValues().webAuthenticationSession, browserSession: .ephemeral)
        let redirect = try await visit(Self.scheme, agent).open(Self.page)
        #expect(redirect.revealed.absoluteString == "\(Self.scheme)?code=c&from=/authorize")
        #expect(StandInBrowser.visits.map(\.isEphemeral) == [true])
    }

    @Test func `SwiftUI's session tells a cancellation of the person from one of the task`() async throws {
        StandInBrowser.behave(.error(ASWebAuthenticationSessionError(.canceledLogin)))
        let agent = SystemUserAgent(EnvironmentValues().webAuthenticationSession)
        let closed = try await visit(Self.scheme, agent)
        let error = await #expect(throws: SystemUserAgentError.self) { try await closed.open(Self.page) }
        #expect(error?.code == .cancelled)
        StandInBrowser.behave(.silence)
        let task = opening(try await visit(Self.scheme, agent))
        try await until { StandInBrowser.isShown }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await until { !StandInBrowser.isShown }
    }

    @Test func `a second sign-in over SwiftUI's session ends the first one, and appears`() async throws {
        StandInBrowser.behave(.silence)
        let agent = SystemUserAgent(EnvironmentValues().webAuthenticationSession)
        let first = opening(try await visit(Self.scheme, agent))
        try await until { StandInBrowser.isShown }
        let second = opening(try await visit(Self.scheme, agent))
        let error = await #expect(throws: SystemUserAgentError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        try await until { StandInBrowser.visits.count == 2 && StandInBrowser.isShown }
        second.cancel()
        _ = await second.result
    }

    @Test func `the key window of the scene in front is used`() async throws {
        let (behind, front) = (UIWindowScene(), UIWindowScene())
        (behind.standInState, behind.standInWindow) = (.background, UIWindow())
        (front.standInState, front.standInWindow) = (.foregroundActive, UIWindow())
        UIApplication.shared.standInScenes = [behind, front]
        defer { UIApplication.shared.standInScenes = [] }
        StandInBrowser.behave(.redirect { $0 })
        _ = try await visit(Self.scheme, SystemUserAgent()).open(Self.page)
        #expect(StandInBrowser.anchor === front.standInWindow)
    }

    @Test func `a sheet that the system does not show is an error`() async throws {
        StandInBrowser.behave(.refusal)
        let visit = try await visit()
        let error = await #expect(throws: SystemUserAgentError.self) { try await visit.open(Self.page) }
        #expect(error?.code == .notStarted)
    }

    @Test func `a cancelled task closes the sheet`() async throws {
        StandInBrowser.behave(.silence)
        let task = opening(try await visit())
        try await until { StandInBrowser.isShown }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await until { !StandInBrowser.isShown }
    }

    @Test func `a task that was cancelled before shows none`() async throws {
        StandInBrowser.behave(.silence)
        let visit = try await visit()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await visit.open(Self.page)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(StandInBrowser.visits.isEmpty)
    }

    @Test func `a sheet that never calls back ends at the deadline`() async throws {
        StandInBrowser.behave(.silence)
        let agent = SystemUserAgent(deadline: .milliseconds(20), anchor: Self.window)
        let visit = try await visit(Self.scheme, agent)
        let error = await #expect(throws: SystemUserAgentError.self) { try await visit.open(Self.page) }
        #expect(error?.code == .timedOut)
        try await until { !StandInBrowser.isShown }
    }

    @Test func `a second sign-in ends a first one that never called back`() async throws {
        StandInBrowser.behave(.silence)
        let agent = SystemUserAgent(anchor: Self.window)
        let first = opening(try await visit(Self.scheme, agent))
        try await until { StandInBrowser.isShown }
        let second = opening(try await visit(Self.scheme, agent))
        let error = await #expect(throws: SystemUserAgentError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        try await until { StandInBrowser.visits.count == 2 && StandInBrowser.isShown }
        second.cancel()
        _ = await second.result
    }

    @Test func `of two sign-ins that wait for the end of an earlier one, the last appears`() async throws {
        StandInBrowser.behave(.silence)
        let agent = SystemUserAgent(anchor: Self.window)
        let first = opening(try await visit(Self.scheme, agent))
        try await until { StandInBrowser.isShown }
        let second = opening(try await visit(Self.scheme, agent))
        _ = await first.result
        let third = opening(try await visit(Self.scheme, agent))
        let error = await #expect(throws: SystemUserAgentError.self) { try await second.value }
        #expect(error?.code == .cancelled)
        try await until { StandInBrowser.visits.count == 2 && StandInBrowser.isShown }
        third.cancel()
        _ = await third.result
        #expect(StandInBrowser.visits.count == 2, "the second never appeared")
    }

    @Test func `iOS does not suspend the app between the redirect and the end of the sign-in`() async throws {
        StandInBrowser.behave(.redirect { $0 })
        var visit: (any UserAgentVisit)? = try await visit()
        #expect(!StandInActivities.reasons.contains("a sign-in"))
        _ = try await visit?.open(Self.page)
        try await until { StandInActivities.reasons.contains("a sign-in") }
        visit = nil
        try await until { !StandInActivities.reasons.contains("a sign-in") }
    }

    @Test func `an activity ends when its time is over, since iOS ends an app that goes on`() async throws {
        StandInBrowser.behave(.redirect { $0 })
        let visit = try await visit()
        _ = try await visit.open(Self.page)
        try await until { StandInActivities.reasons.contains("a sign-in") }
        StandInActivities.expire()
        try await until { !StandInActivities.reasons.contains("a sign-in") }
        withExtendedLifetime(visit) {}
    }
}
