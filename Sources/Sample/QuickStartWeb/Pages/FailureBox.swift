// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import SignIn
import WebSignIn

struct FailureBox {
    let failure: Failure
    let settings: Settings
    let account: Account?
    /// The path and query to return to.
    let page: String

    func values(_ visit: Visit) async throws -> PageValues {
        var (links, forms): ([[String: String]], [PageValues]) = ([], [])
        for step in failure.steps {
            switch step {
            case .cancel: continue
            case .consent(let scopes): forms.append(try await agreeing(to: scopes, visit))
            default: if let link = link(step, visit) { links.append(link) }
            }
        }
        return [
            "sentence": visit.texts.sentence(of: failure), "hint": visit.texts.hint(of: failure), "links": links,
            "forms": forms,
        ]
    }

    private func link(_ step: Failure.Step, _ visit: Visit) -> [String: String]? {
        let name = settings.registration.name
        let target: String? =
            switch step {
            case .retry: page
            case .signIn: visit.signInAddress(name, hint: account?.identity.username, returningTo: page)
            case .signInWithAnotherAccount:
                visit.signInAddress(name, prompt: settings.anotherAccount, returningTo: page)
            case .resetPassword: settings.passwordReset.map { visit.signInAddress($0.name, returningTo: page) }
            case .consent, .cancel: nil
            }
        return target.map { ["label": visit.texts.title(of: step), "target": $0] }
    }

    /// A form, because another site must not request permissions on behalf of this app.
    private func agreeing(to scopes: ScopeSet, _ visit: Visit) async throws -> PageValues {
        let own = [
            "registration": settings.registration.name, "account": account?.id.rawValue ?? "", "return": page,
            "scope": scopes.description,
        ].map { ["name": $0.key, "value": $0.value] }
        return [
            "label": visit.texts.common.agree, "target": AccountPages.agreePath,
            "fields": try await visit.fields(for: AccountPages.agreePurpose) + own,
        ]
    }
}
