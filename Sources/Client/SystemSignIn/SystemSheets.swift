// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
import OAuthMessages
import SignIn
import Synchronization

struct Sheet: Sendable {
    let url: URL
    let callback: SystemCallback
    let isEphemeral: Bool
    let ending: SheetEnding
}

/// Shows the browser sheets of a user agent, one at a time.
///
/// The system dismisses a sheet when a second one starts, and does not show the second. A new visit therefore cancels
/// the earlier sheet, and waits until it is gone. This also helps a user whose sheet never called back, for example
/// after the device was locked.
@MainActor final class SystemSheets {
    /// Shows a sheet, and finishes the dismissal when it is gone; returns a function that closes the sheet early, or
    /// `nil` if none appeared.
    typealias Start = @MainActor @Sendable (Sheet, SheetDismissal) -> (@MainActor () -> Void)?

    private let start: Start
    private var latest: SheetEnding?
    private var dismissal: SheetDismissal?
    private var cancel: (@MainActor () -> Void)?

    nonisolated init(_ start: @escaping Start) { self.start = start }

    func show(_ sheet: Sheet) async {
        guard !sheet.ending.isOver else { return }
        latest?.end(throwing: SystemUserAgentError.cancelled)
        if let latest { close(latest) }
        latest = sheet.ending
        await dismissal?.wait()
        // A visit that began in between has ended this one.
        guard !sheet.ending.isOver else { return }
        let dismissal = SheetDismissal()
        self.dismissal = dismissal
        cancel = start(sheet, dismissal)
        if cancel == nil { dismissal.finish() }
    }

    /// Also releases the window.
    func close(_ ending: SheetEnding) {
        guard latest === ending else { return }
        if dismissal?.isFinished == false { cancel?() }
        (latest, cancel) = (nil, nil)
    }
}

final class SheetDismissal: Sendable {
    private let finished = AsyncStream<Never>.makeStream()
    private let state = Mutex<(isFinished: Bool, waiting: Task<Void, Never>?)>((false, nil))

    var isFinished: Bool { state.withLock(\.isFinished) }

    func finish() {
        state.withLock { $0.isFinished = true }
        finished.continuation.finish()
    }

    /// Waits at most one second, because the system does not always report the dismissal.
    func wait() async {
        let waiting = state.withLock { state in
            let waiting = state.waiting ?? Task { [stream = finished.stream] in await Self.end(of: stream) }
            state.waiting = waiting
            return waiting
        }
        await waiting.value
    }

    private static func end(of stream: AsyncStream<Never>) async {
        await withTaskGroup { group in
            group.addTask { for await _ in stream {} }
            group.addTask { try? await Task.sleep(for: .seconds(1)) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension SystemSheets {
    nonisolated convenience init(over anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
        self.init { sheet, dismissal in
            guard let window = anchor() else {
                sheet.ending.end(
                    throwing: SystemUserAgentError(
                        .windowMissing,
                        "the app has no foreground window to show the sign-in; try again when it has one"))
                return nil
            }
            return Self.start(sheet, over: window, until: dismissal)
        }
    }

    private static func start(
        _ sheet: Sheet, over window: ASPresentationAnchor, until dismissal: SheetDismissal
    ) -> (@MainActor () -> Void)? {
        // The system calls the handler on its own queue, where code of the main actor would trap.
        let session = ASWebAuthenticationSession(url: sheet.url, callback: sheet.callback.system) {
            @Sendable redirect, error in
            dismissal.finish()
            if let redirect {
                sheet.ending.end(returning: Redacted(redirect))
            } else {
                sheet.ending.end(throwing: SystemUserAgentError(error, awaiting: sheet.callback))
            }
        }
        let context = SheetContext(window)
        session.prefersEphemeralWebBrowserSession = sheet.isEphemeral
        session.presentationContextProvider = context
        guard session.start() else {
            sheet.ending.end(
                throwing: SystemUserAgentError(
                    .notStarted, "the system did not show the sign-in; try again when the app is in the foreground"))
            return nil
        }
        // The session holds its context weakly.
        return { withExtendedLifetime(context) { session.cancel() } }
    }
}

@MainActor private final class SheetContext: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let window: ASPresentationAnchor

    init(_ window: ASPresentationAnchor) { self.window = window }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
}
#endif
