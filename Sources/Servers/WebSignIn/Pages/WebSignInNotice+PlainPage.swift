// SPDX-License-Identifier: Apache-2.0
import Foundation
public import HTTPServing
import SystemCryptography

extension WebSignInNotice {
    /// The notice as a plain page in English, for an app without a design of its own.
    public var plainPage: Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(html))
        response.headers.set("Content-Security-Policy", to: contentSecurityPolicy(style: Self.styleSource))
        return response
    }

    var html: String {
        let forms = forms.map(Self.html).joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.escapedForHTML)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(Self.style)</style></head>
            <body><main><h1>\(title.escapedForHTML)</h1><p>\(text.escapedForHTML)</p>
            \(forms)
            </main></body></html>

            """
    }

    /// The value of `Content-Security-Policy` for a page that shows the notice.
    ///
    /// - Parameter style: A source of the page's style, such as `'self'`.
    /// - Returns: A policy that allows the style, images of the app, and the targets of the notice's forms.
    public func contentSecurityPolicy(style: String = "'self'") -> String {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        return "default-src 'none'; style-src \(style); img-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
            + "form-action \(targets)"
    }

    private static func html(_ form: Form) -> String {
        let fields = form.fields.map {
            #"<input type="hidden" name="\#($0.name.escapedForHTML)" value="\#($0.value.escapedForHTML)">"#
        }.joined()
        // A link, since a policy for forms would also hold for the redirect that follows.
        guard form.isPost else {
            return #"<p><a href="\#(form.address.escapedForHTML)">\#(form.label.escapedForHTML)</a></p>"#
        }
        let note = form.note.isEmpty ? "" : "<p>\(form.note.escapedForHTML)</p>"
        return """
            \(note)<form method="post" action="\(form.target.escapedForHTML)">\(fields)\
            <button>\(form.label.escapedForHTML)</button></form>
            """
    }

    private static let style = """
        :root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0}\
        main{max-width:34rem;margin:12vh auto 2rem;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}\
        button{font:inherit;padding:.55rem 1.1rem;border-radius:.5rem;border:1px solid #1c5fb8;background:#1c5fb8;\
        color:#fff;cursor:pointer}form{margin:1rem 0}
        """

    private static let styleSource =
        "'sha256-\(Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString())'"
}
