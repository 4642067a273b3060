// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The page where a person enters a telephone number for codes, and then proves possession by a code.
struct EnrolmentPage {
    let form: SignInForm
    let person: DirectoryPerson
    /// The number that received a code; `nil` before the person entered one.
    let phone: PhoneNumber?
    let proof: String
    let error: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["username"] = person.userPrincipalName
        values["displayName"] = person.displayName
        values["phone"] = phone?.text
        values["proofField"] = SecondFactorEnrolment.proofField
        values["proof"] = proof
        values["error"] = error
        return values
    }
}

extension Pages {
    /// The page where a person enters a telephone number for codes.
    func enrolment(_ page: EnrolmentPage, for authorize: AuthorizeRequest) -> Response {
        html("enrolment", page.values, policy: policy(for: authorize), cookie: page.form.cookie)
    }
}
