// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart

/// The last address of a sign-in, which the person copies from the browser.
enum PastedAddress {
    /// Reads an address; `nil` at the end of the input.
    ///
    /// An address of the provider's own `pages` comes too early: the person can then try again.
    static func read(besides pages: SignInPages) async throws -> String? {
        for _ in 0..<Self.patience {
            guard let line = try await Terminal.askHidden(question) else { return nil }
            guard URL(string: line).map(pages.contains) == true else { return line }
            Terminal.note("That page is still part of the sign-in. Go on there, and paste the address after it.")
        }
        return nil
    }

    /// The browser may report that it cannot show the page: no program listens there.
    private static let question =
        "Paste the address at which the browser ends, even with an error (it is not shown here): "

    /// The limit of addresses that the person may paste too early.
    private static let patience = 5
}
