// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages
import OAuthMessages
import PortableFoundation

/// The last page of the visit, which never says that the user is signed in: the program must still redeem the code.
struct AnswerPage: Sendable {
    let program: String

    func answer(to redirect: Redacted<URL>) -> Answer {
        let parameters = FormParameters(repairing: redirect.revealed.encodedQuery)
        let isRefused = parameters?["error"] != nil
        let heading = isRefused ? "The sign-in failed" : "You can close this window"
        let message =
            if isRefused {
                "You can close this window and go back to \(program), which shows the reason."
            } else if parameters?["code"] != nil {
                "Go back to \(program); it is finishing the sign-in."
            } else {
                // A sign-out also ends here, with nothing to finish.
                "Go back to \(program)."
            }
        return answer(.ok, "text/html; charset=utf-8", Self.html(heading: heading, message: message))
    }

    /// A page that navigates automatically would not do: some desktops request a URL first, follow its redirects, and
    /// start the browser with their target.
    func answer(leadingTo target: URL) -> Answer {
        var answer = answer(.seeOther, "text/plain; charset=utf-8", "Continue to the sign-in page.\n")
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
            // The page has an inline style and loads nothing, so the style cannot send data elsewhere.
            .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        if status == .methodNotAllowed { fields[.allow] = "GET" }
        return Answer(HTTPResponse(status: status, headerFields: fields), Array(text.utf8))
    }

    static func html(heading: String, message: String) -> String {
        template
            .replacing("{{heading}}", with: escaped(heading))
            .replacing("{{message}}", with: escaped(message))
    }

    private static func escaped(_ text: String) -> String {
        let entities: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "{": "&#123;",
        ]
        // By scalars: a combining mark must not hide the character before it.
        return text.unicodeScalars.map { entities[$0] ?? String($0) }.joined()
    }
}

extension AnswerPage {
    /// A literal rather than a resource, because Xcode's build system does not embed resources in code.
    static let template = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>{{heading}}</title>
        <link rel="icon" href="data:,">
        <style>
        :root { color-scheme: light dark; --ground: #f4f1ea; --surface: #fffefb; --ink: #24231f; --quiet: #5f5b51; --stone: #b9b3a4; --deep: #0c6468; --sea: #3a948d; --clay: #c4623a; --shadow: 0 1px 2px rgb(60 50 30 / 8%), 0 12px 32px -12px rgb(60 50 30 / 18%); }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #141617; --surface: #1d2022; --ink: #ece8df; --quiet: #aca79b; --stone: #565a58; --deep: #3fa39d; --sea: #82d2cc; --clay: #dd7f55; --shadow: 0 0 0 1px #2b2f31; }
        }
        * { box-sizing: border-box; margin: 0; }
        body { display: grid; place-items: center; min-height: 100vh; min-height: 100svh; padding: 1.25rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
        main { width: 100%; max-width: 27rem; margin-bottom: 8vh; padding: 2.25rem 2rem; background: var(--surface); border-radius: 12px; box-shadow: var(--shadow); }
        svg { display: block; margin-bottom: 1.25rem; }
        h1 { font-size: 1.625rem; font-weight: 600; line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
        p { margin-top: 0.625rem; color: var(--quiet); overflow-wrap: anywhere; text-wrap: pretty; }
        .stone { fill: var(--stone); } .deep { fill: var(--deep); } .sea { fill: var(--sea); } .clay { fill: var(--clay); }
        </style>
        </head>
        <body>
        <main>
        <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false">
        <path class="stone" d="M2.4 12h7.4v7.8H2zM22.2 12.2l7.6-.3.2 8-7.6-.2zM2 22.2l7.8.2-.3 7.4H2.3zM22 22l8 .2-.4 7.6-7.4.2z"/>
        <path class="deep" d="M2.2 2l7.6.4L10 10l-8-.2zM22 2.3l7.8-.3.2 7.7-7.7.3zM12.1 12.2l7.9-.2-.3 8-7.7-.3z"/>
        <path class="clay" d="M12.3 2l7.5.2.2 7.8-8-.2z"/>
        <path class="sea" d="M12 22.1l7.8-.1.2 7.7-7.6.3z"/>
        </svg>
        <h1>{{heading}}</h1>
        <p>{{message}}</p>
        </main>
        </body>
        </html>

        """#
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self(token: "Referrer-Policy")
    fileprivate static let crossOriginResourcePolicy = Self(token: "Cross-Origin-Resource-Policy")
}
