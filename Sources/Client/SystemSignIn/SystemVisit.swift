// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import Foundation
import OAuthMessages
import SignIn
import Synchronization

final class SystemVisit: UserAgentVisit {
    let redirectURI: RedirectURI
    private let callback: SystemCallback
    private let isEphemeral: Bool
    private let deadline: Duration
    private let sheets: SystemSheets
    // A code is valid once: an app that is suspended between the redirect and its tokens loses the sign-in.
    private let activity = Mutex<ExpiringActivity?>(nil)

    init(
        redirectURI: RedirectURI, callback: SystemCallback, isEphemeral: Bool, deadline: Duration,
        sheets: SystemSheets
    ) {
        self.redirectURI = redirectURI
        self.callback = callback
        self.isEphemeral = isEphemeral
        self.deadline = deadline
        self.sheets = sheets
    }

    func open(_ url: URL) async throws -> Redacted<URL> {
        let ending = SheetEnding()
        let timer = Task { [deadline, sheets] in
            try await Task.sleep(for: deadline)
            ending.end(throwing: SystemUserAgentError.timedOut)
            await sheets.close(ending)
        }
        defer { timer.cancel() }
        let redirect: Redacted<URL>
        do {
            redirect = try await shown(url, until: ending)
        } catch {
            await sheets.close(ending)
            throw error
        }
        activity.withLock { $0 = ExpiringActivity("a sign-in") }
        await sheets.close(ending)
        return redirect
    }

    private func shown(_ url: URL, until ending: SheetEnding) async throws -> Redacted<URL> {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                ending.wait(continuation)
                Task { @MainActor [sheets, callback, isEphemeral] in
                    await sheets.show(
                        Sheet(url: url, callback: callback, isEphemeral: isEphemeral, ending: ending))
                }
            }
        } onCancel: {
            ending.end(throwing: CancellationError())
            Task { @MainActor [sheets] in sheets.close(ending) }
        }
    }
}

/// The end of a visit: a redirect, a system error, or a cancellation, whichever is first.
final class SheetEnding: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Redacted<URL>, any Error>)
        case over(Result<Redacted<URL>, any Error>)
    }

    private let state = Mutex(State.new)

    func wait(_ continuation: CheckedContinuation<Redacted<URL>, any Error>) {
        let earlier: Result<Redacted<URL>, any Error>? = state.withLock { state in
            if case .over(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let earlier { continuation.resume(with: earlier) }
    }

    var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

    func end(returning redirect: Redacted<URL>) { end(.success(redirect)) }

    func end(throwing error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<Redacted<URL>, any Error>) {
        let waiting: CheckedContinuation<Redacted<URL>, any Error>? = state.withLock { state in
            switch state {
            case .over: return nil
            case .new:
                state = .over(result)
                return nil
            case .waiting(let continuation):
                state = .over(result)
                return continuation
            }
        }
        waiting?.resume(with: result)
    }
}
#endif
