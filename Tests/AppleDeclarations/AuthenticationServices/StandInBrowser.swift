// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// The system's browser sheet, as a test lets it behave.
public enum StandInBrowser {
    /// How the sheet ends.
    public enum Behaviour {
        /// A person signs in: the provider redirects to the result.
        case redirect((URL) async throws -> URL)
        /// The sheet ends with an error.
        case error(ASWebAuthenticationSessionError)
        /// The handler is never called.
        case silence
        /// `start()` answers `false`.
        case refusal
    }

    /// A sheet, as the app asked for it.
    public struct Visit {
        public let url: URL
        public let callback: String
        public let isEphemeral: Bool
        let hasProvider: Bool
        let end: ASWebAuthenticationSession.CompletionHandler
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var behaviour = Behaviour.silence
    nonisolated(unsafe) private static var shown: [Visit] = []
    nonisolated(unsafe) private static var current: (session: ASWebAuthenticationSession, visit: Visit)?

    /// Every sheet that was shown since ``behave(_:)``.
    public static var visits: [Visit] { lock.withLock { shown } }
    /// The window over which the last sheet was shown.
    @MainActor public private(set) static var anchor: ASPresentationAnchor?
    /// Whether a sheet is shown now.
    public static var isShown: Bool { lock.withLock { current != nil } }

    /// Lets the next sheets end in this way.
    public static func behave(_ next: Behaviour) {
        lock.withLock { (behaviour, shown, current) = (next, [], nil) }
    }

    static func start(_ visit: Visit, of session: ASWebAuthenticationSession) -> Bool {
        let (next, earlier) = lock.withLock { (behaviour, current?.visit) }
        if case .refusal = next { return false }
        if let earlier {
            // As reported of the system: the second sheet dismisses the first, and does not appear.
            lock.withLock { current = nil }
            end(earlier, nil, ASWebAuthenticationSessionError(.canceledLogin))
            return true
        }
        lock.withLock { shown.append(visit) }
        guard visit.hasProvider else {
            end(visit, nil, ASWebAuthenticationSessionError(.presentationContextNotProvided))
            return true
        }
        MainActor.assumeIsolated {
            anchor = session.presentationContextProvider?.presentationAnchor(for: session)
        }
        lock.withLock { current = (session, visit) }
        switch next {
        case .redirect(let answer):
            Task {
                let redirect = try? await answer(visit.url)
                guard close(session) else { return }
                end(visit, redirect, redirect == nil ? ASWebAuthenticationSessionError(.canceledLogin) : nil)
            }
        case .error(let error):
            if close(session) { end(visit, nil, error) }
        case .silence, .refusal: break
        }
        return true
    }

    static func cancel(_ session: ASWebAuthenticationSession) { _ = close(session) }

    private static func close(_ session: ASWebAuthenticationSession) -> Bool {
        lock.withLock {
            guard current?.session === session else { return false }
            current = nil
            return true
        }
    }

    /// The system calls the handler on a queue of its own.
    private static func end(_ visit: Visit, _ url: URL?, _ error: (any Error)?) {
        DispatchQueue.global().async { visit.end(url, error) }
    }
}
