// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices) && canImport(SwiftUI)
public import AuthenticationServices
import Foundation
import OAuth
import SignIn
public import SwiftUI

extension SystemUserAgent {
    /// Creates a user agent over SwiftUI's session, which finds the window by itself.
    ///
    /// ```swift
    /// @Environment(\.webAuthenticationSession) private var webAuthenticationSession
    ///
    /// func signIn() async throws -> Account {
    ///     try await flow.signIn(with: SystemUserAgent(webAuthenticationSession))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - session: The session in the environment of the view that offers the sign-in.
    ///   - browserSession: The cookies that the sheet uses.
    ///   - deadline: How long a person may take; the system does not always tell that a sheet has ended.
    public init(
        _ session: WebAuthenticationSession, browserSession: BrowserSession = .shared,
        deadline: Duration = .seconds(900)
    ) {
        self.init(SwiftUISheets(session), browserSession, deadline)
    }
}

/// The sheets of SwiftUI; a new one ends the earlier one first.
@MainActor private final class SwiftUISheets: SheetPresenter {
    private let session: WebAuthenticationSession
    private var shown: (task: Task<Void, Never>, ending: SheetEnding)?

    nonisolated init(_ session: WebAuthenticationSession) { self.session = session }

    func show(_ url: URL, awaiting callback: SystemCallback, isEphemeral: Bool, until ending: SheetEnding) {
        guard !ending.isOver else { return }
        if let shown {
            shown.ending.end(throwing: SystemUserAgentError.cancelled)
            shown.task.cancel()
        }
        let task = Task { [session, earlier = shown?.task] in
            // A second sheet beside the first one would not appear.
            await earlier?.value
            do {
                let redirect = try await session.authenticate(
                    using: url, callback: callback.system, preferredBrowserSession: isEphemeral ? .ephemeral : .shared,
                    additionalHeaderFields: [:])
                ending.end(returning: Redacted(redirect))
            } catch is CancellationError {
                ending.end(throwing: SystemUserAgentError.cancelled)
            } catch {
                ending.end(throwing: SystemUserAgentError(error, awaiting: callback))
            }
        }
        shown = (task, ending)
    }

    func close(_ ending: SheetEnding) {
        guard let shown, shown.ending === ending else { return }
        shown.task.cancel()
        self.shown = nil
    }
}
#endif
