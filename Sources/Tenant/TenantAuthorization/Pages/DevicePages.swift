// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import Hummingbird

extension Pages {
    /// The page where a person types the code that a device shows.
    package func userCode(
        _ typed: String = "", isWrong: Bool = false, at action: String, request: Request
    ) -> Response {
        var values: [String: Any] = ["userCode": typed]
        if isWrong {
            values["error"] =
                "That code is not right, or it is too old. Check it, or start again on the device. After "
                + "\(UserCodeGuesses.limit) wrong codes you have to wait a quarter of an hour."
        }
        return deviceForm("user-code", values, at: action, request: request)
    }

    /// The page where the person confirms that the device is theirs.
    package func deviceConfirmation(
        _ userCode: String, appName: String, at action: String, request: Request
    ) -> Response {
        deviceForm(
            "device-confirmation", ["userCode": userCode, "appName": appName],
            purpose: Self.confirmation(of: userCode), at: action, request: request)
    }

    /// The purpose of the confirmation's form token, which is bound to the displayed code.
    package static func confirmation(of userCode: String) -> String { "confirm device \(userCode)" }

    /// The page that ends a visit: no step follows.
    package func message(_ title: String, _ text: String) -> Response {
        html("message", ["title": title, "text": text])
    }

    private func deviceForm(
        _ template: String, _ values: [String: Any], purpose: String = Pages.purpose, at action: String,
        request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        var values = values
        values["action"] = action
        values["csrf"] = protection.token(for: cookie.value, purpose: purpose)
        return html(template, values, cookie: cookie)
    }
}
