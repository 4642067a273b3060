// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PageTemplates

struct WebPage {
    enum Section { case people, tasks, accounts }

    let template: String
    let title: String
    var section: Section?
    /// The user whose account the page uses; `nil` for the latest sign-in.
    var person: String?
    var values: PageValues = [:]
    var status: HTTPResponse.Status = .ok

    static func notice(
        _ title: String, text: String? = nil, failure: PageValues? = nil, link: (label: String, target: String),
        section: Section? = nil, status: HTTPResponse.Status
    ) -> WebPage {
        let form: PageValues = [
            "label": link.label, "target": link.target, "isPost": false, "isQuiet": failure != nil, "note": [String](),
            "fields": [String](),
        ]
        return WebPage(
            template: "notice", title: title, section: section,
            values: [
                "text": [text].compactMap(\.self), "forms": [form], "failure": [failure].compactMap(\.self),
            ], status: status)
    }
}
