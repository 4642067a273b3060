// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices) && canImport(SwiftUI)
public import AuthenticationServices
import Foundation
import OAuthMessages
import SignIn
public import SwiftUI

extension SystemUserAgent {
    /// Creates a user agent over SwiftUI's session, which finds the window itself.
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
    ///   - session: The session from the environment of the view that offers the sign-in.
    ///   - browserSession: The cookies that the sheet uses.
    ///   - deadline: The time limit for the user, because the system does not always report that a sheet has ended.
    public init(
        _ session: WebAuthenticationSession, browserSession: BrowserSession = .shared,
        deadline: Duration = .seconds(900)
    ) {
        self.init(SystemSheets(session), browserSession, deadline)
    }
}

extension SystemSheets {
    fileprivate nonisolated convenience init(_ session: WebAuthenticationSession) {
        self.init { sheet, dismissal in
            let task = Task {
                defer { dismissal.finish() }
                do {
                    let redirect = try await session.authenticate(
                        using: sheet.url, callback: sheet.callback.system,
                        preferredBrowserSession: sheet.isEphemeral ? .ephemeral : .shared, additionalHeaderFields: [:])
                    sheet.ending.end(returning: Redacted(redirect))
                } catch is CancellationError {
                    sheet.ending.end(throwing: SystemUserAgentError.cancelled)
                } catch {
                    sheet.ending.end(throwing: SystemUserAgentError(error, awaiting: sheet.callback))
                }
            }
            return { task.cancel() }
        }
    }
}
#endif
