// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
import SignIn

/// The sheet that a user agent shows.
///
/// The system shows one; a second one dismisses the first and does not appear. So an earlier one is cancelled first,
/// which also frees a person whose sheet never called back, as after a lock of the device.
@MainActor final class SystemSheets {
    private var shown: (session: ASWebAuthenticationSession, context: SheetContext, ending: SheetEnding)?

    nonisolated init() {}

    func show(_ session: ASWebAuthenticationSession, over window: ASPresentationAnchor, until ending: SheetEnding) {
        guard !ending.isOver else { return }
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

    /// Closes the sheet of a cancelled visit.
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
