// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUI

extension EnvironmentValues {
    // documentation/swiftui/environmentvalues/webauthenticationsession
    @available(iOS 16.4, macOS 13.3, *)
    public var webAuthenticationSession: WebAuthenticationSession { WebAuthenticationSession(standIn: ()) }
}

// documentation/authenticationservices/webauthenticationsession
@available(iOS 16.4, macOS 13.3, *)
@MainActor public struct WebAuthenticationSession: Sendable {
    // documentation/authenticationservices/webauthenticationsession/browsersession
    @available(iOS 16.4, macOS 13.3, *)
    public struct BrowserSession: Hashable, Sendable {
        private let name: String
        // documentation/authenticationservices/webauthenticationsession/browsersession/ephemeral
        public static let ephemeral = BrowserSession(name: "ephemeral")
        // documentation/authenticationservices/webauthenticationsession/browsersession/shared
        public static let shared = BrowserSession(name: "shared")
    }

    nonisolated init(standIn: Void) {}

    // documentation/authenticationservices/webauthenticationsession/authenticate(using:callback:preferredbrowsersession:additionalheaderfields:)
    @available(iOS 17.4, macOS 14.4, *)
    public func authenticate(
        using url: URL, callback: ASWebAuthenticationSession.Callback, preferredBrowserSession: BrowserSession? = nil,
        additionalHeaderFields: [String: String]
    ) async throws -> URL {
        let (ends, end) = AsyncStream<Result<URL, any Error>>.makeStream()
        let session = ASWebAuthenticationSession(url: url, callback: callback) { redirect, error in
            end.yield(redirect.map { .success($0) } ?? .failure(error ?? CancellationError()))
        }
        session.prefersEphemeralWebBrowserSession = preferredBrowserSession == .ephemeral
        let context = StandInContext()
        session.presentationContextProvider = context
        guard session.start() else { throw ASWebAuthenticationSessionError(.presentationContextInvalid) }
        defer { session.cancel() }
        for await each in ends { return try each.get() }
        throw CancellationError()
    }
}

/// SwiftUI finds the window by itself.
@MainActor private final class StandInContext: NSObject, ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
