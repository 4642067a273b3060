// SPDX-License-Identifier: Apache-2.0
import BearerAuthHummingbird
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// An API on Hummingbird with the routes `/whoami` and `/reports`, and the metadata of the API.
struct ProtectedAPI {
    let provider: FakeProvider
    let clock = TestClock()
    private let router = Router(context: AppContext.self)

    init(bound: Bool = false) throws {
        provider = try FakeProvider()
        let address = URL(constant: "https://tasks.example")
        let metadata = ProtectedResourceMetadata(resource: address, authorizationServers: [FakeProvider.issuer])
        let tokens = AcceptedTokens(
            from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"]))
        let protection = BearerProtection(
            accepting: [tokens], describedBy: metadata, bound: bound ? DPoPRules(at: address) : nil, over: provider,
            time: TimeSource { [clock] in clock.now })
        router.serve(metadata)
        router.add(middleware: BearerAuthenticator(protection)).add(middleware: RequiredScope("Tasks.ReadWrite"))
            .get("whoami") { _, context in try context.requireCaller().id }
        router.add(middleware: RequiredRole("Reports.Read")).get("reports") { _, _ in "all reports" }
        router.add(middleware: RequireAuthentication(acr: ["phr"])).get("payments") { _, _ in "all payments" }
    }

    /// A token that the API accepts.
    var token: TokenDraft { TokenDraft(from: provider, at: clock.now) }

    /// Prints the response to a request with these `Authorization` fields.
    func ask(_ path: String = "/whoami", _ authorization: String...) async throws {
        var head = HTTPRequest(method: .get, scheme: "https", authority: "tasks.example", path: path)
        for value in authorization { head.headerFields.append(HTTPField(name: .authorization, value: value)) }
        let logger = Logger { print($0) }
        let context = AppContext(source: ApplicationRequestContextSource(channel: Connection(), logger: logger))
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: [])))
        let response = try await router.buildResponder().respond(to: request, context: context)
        print(path, authorization.count, response.status.code, response.status.reasonPhrase)
        for field in response.headers { print("  \(field.name.rawName): \(field.value)") }
        print("  \(try await CollectedBody.pieces(of: response.body).joined())")
    }
}
