// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import PortableFoundation
import QuickStart
import SignIn

struct TerminalUserAgent: UserAgent {
    let settings: Settings
    var way: SignInWay?

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        switch way ?? SignInWay.chosen(for: settings, offersDeviceCode: false).way {
        case .browser: try await Self.browser.prepareVisit(for: registered)
        case .paste, .deviceCode: try await pasting.prepareVisit(for: registered)
        }
    }

    private static let browser = LoopbackUserAgent.onThisMachine(
        introducedBy: "Opening your browser. If it does not open, go to this URL:")

    private var pasting: PastingUserAgent {
        let pages = settings.signInPages
        return PastingUserAgent(
            showing: { address in
                Terminal.note("Open this URL in a browser and sign in:\n\n  \(address.absoluteString)\n")
            },
            reading: { complaint in
                if let complaint { Terminal.note("That did not work: \(Terminal.singleLine(complaint.message)).") }
                return try await PastedAddress.read(besides: pages)
            })
    }
}
