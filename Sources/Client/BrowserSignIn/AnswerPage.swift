// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPListening
import HTTPMessages
import OAuth

/// The page that the browser shows at the end of the visit.
///
/// It never says that the person is signed in: the program must still exchange the code, and it alone knows the result.
struct AnswerPage: Sendable {
    /// The name of the program that the person returns to.
    let program: String

    func answer(to redirect: Redacted<URL>) -> Answer {
        let parameters = FormParameters(queryOf: redirect.revealed)
        let isRefused = parameters?["error"] != nil
        let heading = isRefused ? "The sign-in did not go through" : "You can close this window"
        let message =
            if isRefused {
                "You can close this window and go back to \(program), which shows why."
            } else if parameters?["code"] != nil {
                "Go back to \(program); it is finishing the sign-in."
            } else {
                // A sign-out also ends here, with nothing to finish.
                "Go back to \(program)."
            }
        return answer(.ok, "text/html; charset=utf-8", Self.html(heading: heading, message: message))
    }

    /// Leads the browser to the provider's page.
    ///
    /// By a redirect and not by a page that goes on automatically: some desktops request an address before they start
    /// the browser. These follow the redirect, and start the browser with its target.
    func answer(leadingTo target: URL) -> Answer {
        var answer = answer(.seeOther, "text/plain; charset=utf-8", "Go on to the sign-in page.\n")
        answer.head.headerFields[.location] = target.absoluteString
        return answer
    }

    func refusal(_ status: HTTPResponse.Status, _ text: String) -> Answer {
        answer(status, "text/plain; charset=utf-8", text + "\n")
    }

    private func answer(_ status: HTTPResponse.Status, _ type: String, _ text: String) -> Answer {
        var fields: HTTPFields = [
            .contentType: type,
            .connection: "close",
            .cacheControl: "no-store",
            .referrerPolicy: "no-referrer",
            .xContentTypeOptions: "nosniff",
            .crossOriginResourcePolicy: "same-origin",
            // The page has its style within it and loads nothing, so the style cannot send data away.
            .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        if status == .methodNotAllowed { fields[.allow] = "GET" }
        return Answer(HTTPResponse(status: status, headerFields: fields), Array(text.utf8))
    }

    static func html(heading: String, message: String) -> String {
        template
            .replacingOccurrences(of: "{{heading}}", with: escaped(heading))
            .replacingOccurrences(of: "{{message}}", with: escaped(message))
    }

    private static func escaped(_ text: String) -> String {
        let entities: [Character: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "{": "&#123;",
        ]
        return text.map { entities[$0] ?? String($0) }.joined()
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self(token: "Referrer-Policy")
    fileprivate static let crossOriginResourcePolicy = Self(token: "Cross-Origin-Resource-Policy")
}
