// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import QuickStart

/// The options for the way of a sign-in.
struct SignInWayOptions: ParsableArguments {
    @Flag(name: .long, help: "Use this machine's browser, also over SSH or without a display.")
    var browser = false

    @Flag(name: .long, help: "Show a code to type in a browser on any device.")
    var deviceCode = false

    @Flag(name: .long, help: "Show an address, and take the one that the browser ends at.")
    var paste = false

    func validate() throws {
        guard named.count <= 1 else {
            throw ValidationError("Use one of --browser, --device-code and --paste.")
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
            Terminal.note("\(reason) So this uses \(choice.way.option); for another way: \(others).")
        }
        return choice.way
    }
}
