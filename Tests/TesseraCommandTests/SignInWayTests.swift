// SPDX-License-Identifier: Apache-2.0
import SignIn
import Testing

@testable import ClientCommands

@Suite struct SignInWayTests {
    private static let display = ["DISPLAY": ":0"]

    private static let rows: [([String: String], needsDisplay: Bool, offersCodes: Bool, SignInWay)] = [
        (display, true, true, .browser),
        (["WAYLAND_DISPLAY": "wayland-0"], true, true, .browser),
        ([:], true, true, .deviceCode),
        (["DISPLAY": ""], true, true, .deviceCode),
        ([:], true, false, .paste),
        ([:], false, true, .browser),
        (["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], false, true, .deviceCode),
        (["SSH_TTY": "/dev/pts/0", "DISPLAY": "localhost:10.0"], true, true, .deviceCode),
        (["SSH_TTY": "/dev/pts/0"], true, false, .paste),
        (["BROWSER": "w3m"], true, true, .browser),
        (["BROWSER": "w3m", "SSH_TTY": "/dev/pts/0"], true, true, .browser),
        (["BROWSER": ""], true, true, .deviceCode),
    ]

    @Test(arguments: rows)
    func `the environment decides`(
        _ environment: [String: String], needsDisplay: Bool, offersCodes: Bool, way: SignInWay
    ) throws {
        let choice = SignInWay.chosen(
            for: try #require(RedirectURI("http://localhost")), offersDeviceCode: offersCodes,
            environment: environment, needsDisplay: needsDisplay)
        #expect(choice.way == way)
        #expect((choice.reason == nil) == (way == .browser), "only what was not expected is explained")
    }

    @Test(arguments: [
        "urn:ietf:wg:oauth:2.0:oob", "https://login.microsoftonline.com/common/oauth2/nativeclient",
        "com.example.tasklist://auth",
    ])
    func `where no program can listen, the address is pasted`(_ redirectURI: String) throws {
        let choice = SignInWay.chosen(
            for: try #require(RedirectURI(redirectURI)), offersDeviceCode: true,
            environment: ["BROWSER": "firefox"], needsDisplay: false)
        #expect(choice.way == .paste)
        #expect(choice.reason?.contains(redirectURI) == true)
    }
}
