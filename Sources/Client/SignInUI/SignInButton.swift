// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import SignIn
public import SwiftUI

/// A button that signs a user in or out, or shows what the sign-in is waiting for.
///
/// It loads the stored account when it first appears, and again when the app returns to the foreground.
///
/// ```swift
/// let session: SignInSession
///
/// var body: some View {
///     SignInButton(session)
/// }
/// ```
public struct SignInButton: View {
    private let session: SignInSession
    private let titles: SignInTitles
    @Environment(\.scenePhase) private var scenePhase

    /// Creates a button for a session.
    ///
    /// - Parameters:
    ///   - session: The sign-in that the button shows and changes.
    ///   - titles: The titles, in the app's language.
    public init(_ session: SignInSession, titles: SignInTitles = SignInTitles()) {
        self.session = session
        self.titles = titles
    }

    /// The control for the session's state.
    public var body: some View { control.task(id: scenePhase) { await session.restore() } }

    @ViewBuilder private var control: some View {
        switch session.state {
        case .restoring: ProgressView()
        case .busy: Button(titles.cancel, role: .cancel) { session.cancel() }
        case .signedOut: button(titles.signIn, "person.crop.circle.badge.plus") { await session.signIn() }
        case .needsSignIn: button(titles.signInAgain, "exclamationmark.arrow.circlepath") { await session.signIn() }
        case .signedIn: button(titles.signOut, "rectangle.portrait.and.arrow.forward") { await session.signOut() }
        case .notReadableYet: button(titles.tryAgain, "lock") { await session.restore() }
        }
    }

    private func button(
        _ title: String, _ image: String, _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        Button(title, systemImage: image) { Task { await action() } }
    }
}
#endif
