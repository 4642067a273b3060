// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The page that explains a refusal after the right password.
struct AccessRefusedPage {
    let form: SignInForm
    let person: DirectoryPerson
    let reply: ErrorReply

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["code"] = "AADSTS\(reply.error.number)"
        values["message"] = reply.error.text
        values["hint"] = hint
        values["username"] = person.userPrincipalName
        values["displayName"] = person.displayName
        values["traceID"] = reply.traceID
        values["correlationID"] = reply.correlationID
        values["timestamp"] = reply.timestamp
        return values
    }

    private var hint: String {
        switch reply.error.number {
        case 50105:
            "Ask an administrator to assign the app to you or to a group that you are in, or take another account."
        case 53000, 53001: "No device here is managed. Take another account, or have the policy changed."
        default: "Ask an administrator which policy of the directory it was, or take another account."
        }
    }
}

extension Pages {
    /// The page that explains why a person may not use the app.
    func accessRefused(_ page: AccessRefusedPage, for authorize: AuthorizeRequest) -> Response {
        html(
            "access-refused", page.values, status: .forbidden, policy: policy(for: authorize), cookie: page.form.cookie)
    }
}
