// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

/// One number of a provider: how it comes, and what the app is told.
struct ErrorRow: Sendable, CustomTestStringConvertible {
    let number: Int
    let name: String
    let code: ServerError.Code
    let suberror: String?
    let action: NextAction
    let ends: Bool

    init(
        _ number: Int, _ name: String, _ code: ServerError.Code, suberror: String? = nil, _ action: NextAction,
        ends: Bool = false
    ) {
        self.number = number
        self.name = name
        self.code = code
        self.suberror = suberror
        self.action = action
        self.ends = ends
    }

    var testDescription: String { "\(number) \(name)" }

    /// The row as `docs/errors.md` writes it.
    func documented(as letters: String) -> String {
        "| \(letters)\(number) | \(name) | \(Self.word(for: action)) | \(ends ? "yes" : "no") |"
    }

    /// An action without what belongs to one error alone.
    static func word(for action: NextAction) -> String {
        switch action {
        case .retry: "retry"
        case .consent: "consent"
        case .secondFactor: "secondFactor"
        case .answerClaimsChallenge: "answerClaimsChallenge"
        default: "\(action)"
        }
    }
}
