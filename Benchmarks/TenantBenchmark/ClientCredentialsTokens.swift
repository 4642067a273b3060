// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import LocalTenant
import OAuthMessages
import ProgramLifecycle
import TenantDirectory

/// Whole requests for tokens at the tenant's router: form, client authentication, directory, claims, signature, JSON.
struct ClientCredentialsTokens: Sendable {
    private let responder: InProcessResponder<TenantResponder>
    private let head: HTTPRequest
    private let body: Data

    init() throws {
        let platform = try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400)))
        responder = InProcessResponder(
            platform.router().buildResponder(), logger: Log("benchmark"))
        head = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:4400",
            path: "/\(SampleApp.homeID)/oauth2/v2.0/token",
            headerFields: [.contentType: "application/x-www-form-urlencoded"])
        let form: FormParameters = [
            "grant_type": "client_credentials", "client_id": SampleApp.nightlyReportID,
            "client_secret": SampleApp.nightlyReportSecret, "scope": "https://graph.microsoft.com/.default",
        ]
        body = Data(form.encoded.utf8)
    }

    func ask() async throws {
        let (head, content) = try await responder.respond(to: head, body: body)
        guard head.status == .ok else { throw Refused(answer: String(decoding: content, as: UTF8.self)) }
    }

    private struct Refused: Error {
        let answer: String
    }
}
