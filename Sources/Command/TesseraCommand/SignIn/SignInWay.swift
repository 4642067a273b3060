// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart
import SignIn

/// How the terminal shows a person the provider's pages.
enum SignInWay: Sendable, Hashable, CaseIterable {
    /// The browser of this machine, which brings the answer back by itself.
    case browser
    /// A browser on any device, in which the person types a code.
    case deviceCode
    /// A browser on any device, from which the person copies the address that it ends at.
    case paste
}

extension SignInWay {
    /// A way, and what to tell the person who did not choose it.
    struct Choice: Sendable, Hashable {
        let way: SignInWay
        /// Why it is not the browser of this machine.
        let reason: String?
    }

    /// The way for somebody who named none.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the provider sends the answer.
    ///   - offersDeviceCode: Whether the provider has a page on which a code can be typed.
    ///   - environment: The variables of the environment.
    ///   - needsDisplay: Whether browsers of this system need a display that the environment names.
    /// - Returns: The way, and why it is not the browser.
    static func chosen(
        for redirectURI: RedirectURI, offersDeviceCode: Bool, environment: [String: String], needsDisplay: Bool
    ) -> Choice {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        guard redirectURI.isLoopback else {
            return Choice(way: .paste, reason: "No program can listen at the redirect URI \(redirectURI).")
        }
        let elsewhere: SignInWay = offersDeviceCode ? .deviceCode : .paste
        // Whoever names a browser has one, wherever that is.
        if isSet("BROWSER") { return Choice(way: .browser, reason: nil) }
        if isSet("SSH_CONNECTION") || isSet("SSH_TTY") {
            return Choice(way: elsewhere, reason: "Your browser is on another machine (SSH).")
        }
        if needsDisplay && !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") {
            return Choice(way: elsewhere, reason: "There is no display for a browser.")
        }
        return Choice(way: .browser, reason: nil)
    }

    /// The way that fits these settings and this process.
    static func chosen(for settings: Settings, offersDeviceCode: Bool) -> Choice {
        #if os(Linux)
        let browsersNeedDisplay = true
        #else
        let browsersNeedDisplay = false
        #endif
        return chosen(
            for: settings.registration.redirectURI, offersDeviceCode: offersDeviceCode,
            environment: ProcessInfo.processInfo.environment, needsDisplay: browsersNeedDisplay)
    }

    /// The way that fits a connection and this process.
    static func chosen(for connection: AppConnection) async -> Choice {
        let offersDeviceCode =
            switch connection.settings.form {
            case .quickStart: true
            // Azure AD B2C has no page for codes.
            case .b2c: false
            // A provider that does not answer is the sign-in's to report.
            case .openID: (try? await connection.flow.discover().metadata.deviceAuthorizationEndpoint) != nil
            }
        return chosen(for: connection.settings, offersDeviceCode: offersDeviceCode)
    }

    /// The option that asks for this way.
    var option: String {
        switch self {
        case .browser: "--browser"
        case .deviceCode: "--device-code"
        case .paste: "--paste"
        }
    }
}
