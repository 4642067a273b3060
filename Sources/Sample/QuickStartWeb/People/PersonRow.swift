// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import OAuthMessages
import PageTemplates
import QuickStart
import SignIn

extension PageValues {
    /// A person in a list, as one link with name, position, and portrait; browsers cache photos for `account` only.
    ///
    /// Each key is present, because a template searches outside for a missing one.
    static func row(of person: Person, _ texts: Texts, for account: Account) -> PageValues {
        let address = "/people/\(FormParameters.encoded(person.id).replacing("+", with: "%20"))"
        let summary = PersonSummary(person, in: texts)
        return [
            "target": address, "photo": "\(address)/photo?\(account.id.rawValue.prefix(8))", "name": summary.name,
            "initials": summary.initials, "detail": summary.detail, "place": [Int](),
        ]
    }
}
