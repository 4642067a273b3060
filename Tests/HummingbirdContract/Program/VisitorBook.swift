// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTypes
import Hummingbird
import HummingbirdMessages
import LocalTenant
import Logging
import MicrosoftIdentity
import NIOCore
import SignInTesting
import WebSignIn
import WebSignInHummingbird

/// A web app on Hummingbird that signs people in at a tenant; requests reach it without a network.
struct VisitorBook: Transport {
    let address = "http://localhost:5000"
    let registration: ClientRegistration
    private let responder: Hummingbird.RouterResponder<BookContext>

    init(at tenant: TestTenant) throws {
        guard let url = URL(string: address), let redirectURI = RedirectURI("\(address)/signin-oidc") else {
            throw CocoaError(.formatting)
        }
        registration = ClientRegistration(
            name: "work", issuer: tenant.registration.issuer, clientID: SampleApp.webID,
            authentication: ClientAuthentication(secret: SampleApp.webSecret), redirectURI: redirectURI,
            scopes: ["profile", "offline_access"], rules: .entra)
        let web = try WebSignIn(
            at: url, registrations: [registration], keepingIn: MemoryWebSessionStorage(),
            over: tenant.transport, time: tenant.clock.time)
        let router = Hummingbird.Router(context: BookContext.self)
        addSignIn(to: router, of: web)
        Self.addRoutes(to: router)
        responder = router.buildResponder()
    }

    private static func addRoutes(to router: Hummingbird.Router<BookContext>) {
        router.get { _, context in try context.requireSession().id == nil ? "no session" : "a session" }
        router.get("write") { _, context in
            try await context.requireSession().formFields(for: "write").map { "\($0.name)=\($0.value)" }
                .joined(separator: "&")
        }
        router.post("write") { request, context in
            let body = try await request.body.collect(upTo: 1 << 20)
            guard let form = FormParameters(encoded: String(buffer: body)) else { throw HTTPError(.badRequest) }
            try context.requireSession().require(form, for: "write")
            return "\(try await context.account().identity.name ?? "") wrote \(form["text"] ?? "")"
        }
        router.post("upload") { request, _ in "\(try await request.body.collect(upTo: 1 << 20).readableBytes) bytes" }
        router.get("conflict") { _, context -> String in
            try await context.requireSession().setValue(Data([1]), for: "conflict")
            throw HTTPError(.conflict, message: "of two changes")
        }
        router.get("failure") { _, _ -> String in throw CocoaError(.fileNoSuchFile) }
        router.get("report") { _, _ in
            let body = ResponseBody { writer in
                for piece in ["one", "two"] { try await writer.write(ByteBuffer(bytes: piece.utf8)) }
                try await writer.finish(nil)
            }
            return Hummingbird.Response(status: .ok, headers: [.contentType: "text/plain"], body: body)
        }
    }

    /// Prints what a browser sees of a response, without random values.
    func send(_ head: HTTPMessages.HTTPRequest, body: Data) async throws -> TransportResponse {
        var fields = HTTPTypes.HTTPFields()
        for field in head.headerFields {
            guard let name = HTTPTypes.HTTPField.Name(field.name.rawName) else { continue }
            fields.append(HTTPTypes.HTTPField(name: name, value: field.value))
        }
        if !body.isEmpty { fields[.contentLength] = String(body.count) }
        guard let method = HTTPTypes.HTTPRequest.Method(rawValue: head.method.rawValue) else {
            throw HTTPError(.badRequest)
        }
        let request = Hummingbird.Request(
            head: HTTPTypes.HTTPRequest(
                method: method, scheme: head.scheme, authority: head.authority, path: head.path, headerFields: fields),
            body: RequestBody(once: ByteBuffer(bytes: body)))
        let source = ApplicationRequestContextSource(channel: Connection(), logger: Logger { print($0) })
        let response = try await responder.respond(to: request, context: BookContext(source: source))
        let pieces = try await CollectedBody.pieces(of: response.body)
        print(head.method.rawValue, head.path?.prefix { $0 != "?" } ?? "", response.status.code)
        for field in response.headers where Self.shown.contains(field.name.rawName) {
            print("  \(field.name.rawName): \(Self.withoutSecrets(field.value))")
        }
        let text = pieces.joined()
        if let length = response.headers[.contentLength], length != String(text.utf8.count) {
            print("  \(length) is not the length of the content")
        }
        print("  \(text.firstMatch(of: #/<h1>(.*?)</h1>/#).map { [String($0.1)] } ?? pieces.map(Self.withoutSecrets))")
        return TransportResponse(head: HTTPMessages.HTTPResponse(of: response), body: Data(text.utf8))
    }

    private static let shown = ["Location", "Set-Cookie", "Content-Type", "Cache-Control", "X-Frame-Options"]

    private static func withoutSecrets(_ text: String) -> String {
        text.replacing(#/(sign-in-5000-)[^=]+/#) { "\($0.1)…" }.replacing(#/[A-Za-z0-9_-]{16,}/#, with: "…")
            .replacing(#/\?.*/#, with: "?…")
    }
}
