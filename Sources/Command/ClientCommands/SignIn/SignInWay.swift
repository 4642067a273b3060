// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn

enum SignInWay: Sendable, Hashable, CaseIterable {
    case browser
    /// A browser on any device, where the user enters a code.
    case deviceCode
    /// A browser on any device, whose final URL the user pastes.
    case paste

    struct Choice: Sendable, Hashable {
        let way: SignInWay
        let reason: String?
    }

    /// The way if the user named none; on some systems, browsers need a display.
    static func chosen(
        for redirectURI: RedirectURI, offersDeviceCode: Bool, environment: [String: String], needsDisplay: Bool
    ) -> Choice {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        guard redirectURI.isLoopback else {
            return Choice(way: .paste, reason: "No program can listen on the redirect URI \(redirectURI).")
        }
        let elsewhere: SignInWay = offersDeviceCode ? .deviceCode : .paste
        // A user who names a browser has one, even over SSH.
        if isSet("BROWSER") { return Choice(way: .browser, reason: nil) }
        if isSet("SSH_CONNECTION") || isSet("SSH_TTY") {
            return Choice(way: elsewhere, reason: "Your browser is on another machine (SSH).")
        }
        if needsDisplay && !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") {
            return Choice(way: elsewhere, reason: "No display is available for a browser.")
        }
        return Choice(way: .browser, reason: nil)
    }

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

    static func chosen(for connection: AppConnection) async -> Choice {
        let offersDeviceCode =
            switch connection.settings.form {
            case .quickStart: true
            // Azure AD B2C does not support device codes.
            case .b2c: false
            // If the provider does not respond, the sign-in reports it.
            case .openID: (try? await connection.flow.supportsDeviceCode()) == true
            }
        return chosen(for: connection.settings, offersDeviceCode: offersDeviceCode)
    }

    var option: String {
        switch self {
        case .browser: "--browser"
        case .deviceCode: "--device-code"
        case .paste: "--paste"
        }
    }
}

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
