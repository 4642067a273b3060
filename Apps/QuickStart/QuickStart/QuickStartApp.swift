// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import QuickStartUI
import SignIn
import SwiftUI
import SystemSignIn

/// QuickStart on iPhone, iPad and Mac: people search and tasks, with the settings of both samples.
///
/// It has one window, since an app has one account store and shows one sign-in at a time.
@main struct QuickStartApp: App {
    private let transport = URLSessionTransport(deadline: .seconds(30))
    private let settings = ["settings", "settings-b2c"].compactMap {
        Bundle.main.url(forResource: $0, withExtension: "plist")
    }

    #if canImport(UIKit)
    var body: some Scene {
        WindowGroup { content }
    }
    #else
    var body: some Scene {
        Window("QuickStart", id: "quickstart") { content }
    }
    #endif

    private var content: QuickStartView {
        QuickStartView(
            settings: settings, keepingIn: AppParts.storage, over: transport,
            with: SystemUserAgent(browserSession: AppParts.browserSession))
    }
}

/// The parts that tests of the app replace: it then begins without accounts and keeps none.
private enum AppParts {
    private static let isTested = ProcessInfo.processInfo.arguments.contains("-UITests")

    static var browserSession: SystemUserAgent.BrowserSession { isTested ? .ephemeral : .shared }

    @Sendable static func storage(of group: AccountGroup?) -> any AccountStorage {
        isTested ? MemoryAccountStorage() : KeychainAccountStorage(group: group)
    }
}
