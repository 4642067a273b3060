// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import Foundation
public import HTTPTransport
import QuickStart
public import SignIn
public import SwiftUI

/// The complete app in one view: user search, tasks, accounts, and settings, in five languages.
///
/// ```swift
/// QuickStartView(
///     settings: [work, customers],
///     keepingIn: { KeychainAccountStorage(group: $0) },
///     over: transport, with: SystemUserAgent())
/// ```
public struct QuickStartView: View {
    @State private var app: AppModel
    @SceneStorage("page") private var kept = ""
    @Environment(\.locale) private var locale

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - settings: The app's bundled `settings.plist` files, one per format.
    ///   - storage: Returns the account storage that programs share, by the name in the settings.
    ///   - transport: Sends the requests.
    ///   - agent: Shows the provider's pages.
    public init(
        settings: [URL], keepingIn storage: @escaping @Sendable (AccountGroup?) -> any AccountStorage,
        over transport: any Transport, with agent: some UserAgent
    ) {
        self.init(AppModel(SettingsShelf(bundled: settings), keepingIn: storage, over: transport, with: agent))
    }

    init(_ app: AppModel) { _app = State(initialValue: app) }

    /// The page that was open when the app last ended, or the first page.
    public var body: some View {
        AppPages(state: app.state, app: app)
            .environment(\.texts, Language(of: locale).texts)
            .task { app.open(kept) }
            .onChange(of: app.kept) { kept = app.kept }
    }
}
#endif
