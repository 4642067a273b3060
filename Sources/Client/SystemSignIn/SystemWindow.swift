// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

enum SystemWindow {
    /// `nil` without a window; app extensions have no `UIApplication.shared`.
    @available(iOSApplicationExtension, unavailable)
    @MainActor static func key() -> ASPresentationAnchor? {
        #if canImport(UIKit)
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        let front = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
        return front?.keyWindow
        #else
        return NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first
        #endif
    }
}
#endif
