// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import SignInTesting
import WebSignIn

/// Visits a web app as a browser does, before a sign-in, with one, and after it.
func visitWebApp() async throws {
    try await withTenant { tenant in
        let book = try VisitorBook(at: tenant)
        var visitor = PageVisitor(at: book.address, over: book)
        try await visitor.get("/")
        try await visitor.get("/missing")
        try await visitor.get("/conflict")
        try await visitor.get("/failure")
        try await visitor.get("/report")
        visitor.cookies = [:]

        let start = try await visitor.get("/hello")
        let agent = try await tenant.userAgent(signingIn: tenant.person).prepareVisit(
            for: book.registration.redirectURI)
        guard let provider = URL(string: start.location) else { throw CocoaError(.formatting) }
        let page = try await visitor.get(agent.open(provider).revealed.absoluteString, .elsewhere)
        try await visitor.get(page.location, .link)
        try await visitor.get("/")

        let form = try await visitor.get("/write").text
        try await visitor.post("/write", "\(form)&text=hello", .formElsewhere)
        try await visitor.post("/write", "\(form)&text=hello")
        try await visitor.post("/write", "text=hello")
        try await visitor.post("/write", "text=" + String(repeating: "a", count: 256 << 10))
        let upload = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost:5000", path: "/upload",
            headerFields: [.contentType: "application/octet-stream"])
        _ = try await book.send(upload, body: Data(count: 300 << 10))

        let signOut = try await visitor.get("/sign-out", .link)
        try await visitor.post("/sign-out", signOut.firstForm)
        try await visitor.get("/hello")
    }
}

extension TransportResponse {
    /// The hidden fields of the first form of the page.
    fileprivate var firstForm: String {
        var fields = FormParameters()
        let form = text.firstMatch(of: #/<form (?s:.*?)</form>/#)?.0 ?? ""
        for field in form.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
            fields.append(String(field.1), String(field.2))
        }
        return fields.encoded
    }
}
