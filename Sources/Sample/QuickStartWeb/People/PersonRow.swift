// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import OAuthMessages
import PageTemplates
import QuickStart
import SignIn

/// A person in a list: name, position and portrait, as one link.
struct PersonRow: Sendable {
    private let person: Person
    private let texts: Texts
    private let account: Account

    /// - Parameters:
    ///   - person: The person.
    ///   - texts: The texts of the page.
    ///   - account: The account that asks; a browser keeps photos for this account alone.
    init(_ person: Person, _ texts: Texts, for account: Account) {
        (self.person, self.texts, self.account) = (person, texts, account)
    }

    /// The page of the person.
    private var address: String { "/people/\(FormParameters.encoded(person.id).replacing("+", with: "%20"))" }

    /// The values for the template; each key is there, since a template looks outside for a missing one.
    var values: PageValues {
        let summary = PersonSummary(person, in: texts)
        return [
            "target": address, "photo": "\(address)/photo?\(account.id.rawValue.prefix(8))", "name": summary.name,
            "initials": summary.initials, "detail": summary.detail, "place": [Int](),
        ]
    }
}
