// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn

/// The way in which a person at a terminal uses the provider's pages.
enum SignInWay: Sendable, Hashable, CaseIterable {
    /// The browser of this machine, which returns the response automatically.
    case browser
    /// A browser on any device; the person types a code there.
    case deviceCode
    /// A browser on any device; the person copies its last address.
    case paste

    /// A way, with the reason to show if the person named none.
    struct Choice: Sendable, Hashable {
        let way: SignInWay
        /// The reason against the browser of this machine.
        let reason: String?
    }

    /// The way if the person named none.
    ///
    /// - Parameters:
    ///   - redirectURI: The address of the response.
    ///   - offersDeviceCode: Whether the provider supports sign-in with a code on another device.
    ///   - environment: The variables of the environment.
    ///   - needsDisplay: Whether browsers of this system need a display in the environment.
    /// - Returns: The way, with the reason if it is not the browser.
    static func chosen(
        for redirectURI: RedirectURI, offersDeviceCode: Bool, environment: [String: String], needsDisplay: Bool
    ) -> Choice {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        guard redirectURI.isLoopback else {
            return Choice(way: .paste, reason: "No program can listen on the redirect URI \(redirectURI).")
        }
        let elsewhere: SignInWay = offersDeviceCode ? .deviceCode : .paste
        // A person that names a browser has one, also on another machine.
        if isSet("BROWSER") { return Choice(way: .browser, reason: nil) }
        if isSet("SSH_CONNECTION") || isSet("SSH_TTY") {
            return Choice(way: elsewhere, reason: "Your browser is on another machine (SSH).")
        }
        if needsDisplay && !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") {
            return Choice(way: elsewhere, reason: "No display is available for a browser.")
        }
        return Choice(way: .browser, reason: nil)
    }

    /// The way for these settings and this process.
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

    /// The way for a connection and this process.
    static func chosen(for connection: AppConnection) async -> Choice {
        let offersDeviceCode =
            switch connection.settings.form {
            case .quickStart: true
            // Azure AD B2C does not support device codes.
            case .b2c: false
            // If the provider does not answer, the sign-in reports it.
            case .openID: (try? await connection.flow.supportsDeviceCode()) == true
            }
        return chosen(for: connection.settings, offersDeviceCode: offersDeviceCode)
    }

    /// The option for this way.
    var option: String {
        switch self {
        case .browser: "--browser"
        case .deviceCode: "--device-code"
        case .paste: "--paste"
        }
    }
}

/// The options for the way of a sign-in.
struct SignInWayOptions: ParsableArguments {
    @Flag("--browser", help: "Use this machine's browser, even over SSH or without a display.")
    var browser = false

    @Flag("--device-code", help: "Show a code to enter in a browser on any device.")
    var deviceCode = false

    @Flag("--paste", help: "Show a URL, and paste the browser's final URL.")
    var paste = false

    func validate() throws {
        guard named.count <= 1 else {
            throw ValidationError("Use only one of --browser, --device-code, and --paste.")
        }
    }

    private var named: [SignInWay] {
        [(browser, SignInWay.browser), (deviceCode, .deviceCode), (paste, .paste)].filter(\.0).map(\.1)
    }

    /// The named way; otherwise the one that fits, with a note of the reason.
    func way(for connection: AppConnection) async -> SignInWay {
        if let way = named.first { return way }
        let choice = await SignInWay.chosen(for: connection)
        if let reason = choice.reason {
            let others = SignInWay.allCases.filter { $0 != choice.way }.map(\.option).joined(separator: " or ")
            Terminal.note("\(reason) Using \(choice.way.option); alternatives: \(others).")
        }
        return choice.way
    }
}
