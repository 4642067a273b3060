// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStartUI
import SignIn
import SwiftUI
import SystemSignIn

/// QuickStart on iPhone, iPad and Mac: people search and tasks, with the settings of both samples.
@main struct QuickStartApp: App {
    private let transport = URLSessionTransport(deadline: .seconds(30))
    private let settings = ["settings", "settings-b2c"].compactMap {
        Bundle.main.url(forResource: $0, withExtension: "plist")
    }

    var body: some Scene {
        WindowGroup {
            QuickStartView(
                settings: settings,
                keepingIn: { KeychainAccountStorage(group: $0) },
                over: transport, with: SystemUserAgent())
        }
    }
}
