// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart

/// The address that a person copies out of the browser at the end of a sign-in.
enum PastedAddress {
    /// Reads one; `nil` at the end of the input.
    ///
    /// Who pastes one of the provider's own `pages` has not come to the end yet, and is told so.
    static func read(besides pages: SignInPages) async throws -> String? {
        for _ in 0..<Self.patience {
            guard let line = try await Terminal.askHidden(question) else { return nil }
            guard URL(string: line).map(pages.contains) == true else { return line }
            Terminal.note("That page is still part of the sign-in. Go on there, and paste the address after it.")
        }
        return nil
    }

    /// The browser may well say that it cannot show the page: nobody listens there.
    private static let question =
        "Paste the address at which the browser ends, even with an error (it is not shown here): "

    /// How often somebody may paste too early.
    private static let patience = 5
}
