// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
import OAuth
import SignIn

/// Shows the browser sheets of a user agent.
@MainActor protocol SheetPresenter: AnyObject, Sendable {
    /// Shows a page until it redirects, and closes the sheet that is shown.
    func show(_ url: URL, awaiting callback: SystemCallback, isEphemeral: Bool, until ending: SheetEnding)

    /// Closes the sheet of a cancelled visit.
    func close(_ ending: SheetEnding)
}

/// The sheets over a window of the app.
///
/// The system shows one; a second one dismisses the first and does not appear. So an earlier one is cancelled first,
/// which also frees a person whose sheet never called back, as after a lock of the device.
@MainActor final class SystemSheets: SheetPresenter {
    private var shown: (session: ASWebAuthenticationSession, context: SheetContext, ending: SheetEnding)?

    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

    nonisolated init(over anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) { self.anchor = anchor }

    func show(_ url: URL, awaiting callback: SystemCallback, isEphemeral: Bool, until ending: SheetEnding) {
        guard !ending.isOver else { return }
        guard let window = anchor() else {
            ending.end(
                throwing: SystemUserAgentError(
                    .windowMissing, "no window of the app is in front to show the sign-in; try again when one is"))
            return
        }
        // The system calls the handler on a queue of its own: code of the main actor would trap there.
        let session = ASWebAuthenticationSession(url: url, callback: callback.system) { @Sendable redirect, error in
            if let redirect {
                ending.end(returning: Redacted(redirect))
            } else {
                ending.end(throwing: SystemUserAgentError(error, awaiting: callback))
            }
        }
        session.prefersEphemeralWebBrowserSession = isEphemeral
        if let shown {
            shown.session.cancel()
            shown.ending.end(throwing: SystemUserAgentError.cancelled)
        }
        let context = SheetContext(window)
        session.presentationContextProvider = context
        // The session holds its context weakly.
        shown = (session, context, ending)
        if !session.start() {
            ending.end(
                throwing: SystemUserAgentError(
                    .notStarted, "the system did not show the sign-in; try again when the app is in front"))
        }
    }

    func close(_ ending: SheetEnding) {
        guard let shown, shown.ending === ending else { return }
        shown.session.cancel()
        self.shown = nil
    }
}

/// The window over which a sheet appears.
@MainActor private final class SheetContext: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let window: ASPresentationAnchor

    init(_ window: ASPresentationAnchor) { self.window = window }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
}
#endif
