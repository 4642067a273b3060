// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The page for the code that the tenant sent to a person's telephone.
package struct SecondFactorPage {
    let form: SignInForm
    let person: DirectoryPerson
    let phone: String
    let proof: String
    let notice: String?
    let error: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["displayName"] = person.displayName
        values["phone"] = Self.masked(phone)
        values["proofField"] = SecondFactor.proofField
        values["proof"] = proof
        values["notice"] = notice
        values["error"] = error
        return values
    }

    /// A masked number: only its country code and its last three digits, so that even its length stays hidden.
    package static func masked(_ phone: String) -> String {
        let country = phone.prefix { $0 != " " }
        let isKnown = phone.hasPrefix("+") && country.count < 5
        return (isKnown ? "\(country) " : "") + "••••••" + " " + phone.filter(\.isNumber).suffix(3)
    }
}

extension Pages {
    /// The page for the code that the tenant sent to a person's telephone.
    func secondFactor(_ page: SecondFactorPage, for authorize: AuthorizeRequest) -> Response {
        html("second-factor", page.values, policy: policy(for: authorize), cookie: page.form.cookie)
    }
}
