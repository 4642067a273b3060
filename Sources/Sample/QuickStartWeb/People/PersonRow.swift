// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import OAuthMessages
import PageTemplates
import QuickStart
import SignIn

/// A person in a list, as one link with name, position, and portrait.
struct PersonRow: Sendable {
    private let person: Person
    private let texts: Texts
    private let account: Account

    /// Browsers cache photos for this `account` only.
    init(_ person: Person, _ texts: Texts, for account: Account) {
        (self.person, self.texts, self.account) = (person, texts, account)
    }

    private var address: String { "/people/\(FormParameters.encoded(person.id).replacing("+", with: "%20"))" }

    /// The template values; each key is present, because a template searches outside for a missing one.
    var values: PageValues {
        let summary = PersonSummary(person, in: texts)
        return [
            "target": address, "photo": "\(address)/photo?\(account.id.rawValue.prefix(8))", "name": summary.name,
            "initials": summary.initials, "detail": summary.detail, "place": [Int](),
        ]
    }
}
