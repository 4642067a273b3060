// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import OAuth
import TenantAuthorization

/// Sends the authorization response to the client: a code, an ID token or an error, always with `iss`.
///
/// A device gets its response when it polls the token endpoint.
///
/// RFC 6749 §4.1.2, RFC 9207 §2
package struct AuthorizationAnswer: Sendable {
    package let provider: StandardProvider

    package init(provider: StandardProvider) {
        self.provider = provider
    }

    /// An error. RFC 6749 §4.1.2.1
    ///
    /// A device is told only that the person declined; after any other error another person may try.
    ///
    /// - Throws: ``StandardProblem`` for the page; errors of the database.
    func refuse(_ error: StandardError, to target: StandardTarget, request: Request) async throws -> Response {
        error.note()
        if let userCode = target.userCode {
            guard error.code == .accessDenied else {
                throw StandardProblem(
                    title: "You cannot sign in on your device", error: error,
                    hint: "Open \(provider.url(.device)) again and choose another account.")
            }
            try await provider.devices.settle(userCode, with: nil)
            return provider.pages.message(
                "The sign-in was cancelled",
                "Nobody was signed in to \(target.client.name) on the device. You can close this window.")
        }
        return send(
            ["error": error.code.rawValue, "error_description": error.description], to: target, request: request)
    }

    /// Grants the request: a code, an ID token or both.
    ///
    /// - Parameters:
    ///   - authorize: The request.
    ///   - member: The person that is signed in and agreed.
    ///   - request: The HTTP request to answer.
    /// - Returns: The response that returns the browser to the client.
    /// - Throws: Errors of the database and the crypto library.
    func grant(
        _ authorize: StandardAuthorizationRequest, to member: StandardSessions.Member, request: Request
    ) async throws -> Response {
        let ledger = provider.ledger
        let grant = ledger.newGrant(for: authorize, member: member)
        if let userCode = authorize.target.userCode {
            try await provider.devices.settle(userCode, with: grant)
            return provider.pages.message(
                "You are signed in",
                "You have signed in to \(authorize.client.name) on your device. You can close this window.")
        }
        var answer = FormParameters()
        if authorize.responseType.hasCode {
            answer.append("code", try await ledger.issueCode(of: grant, for: authorize))
        } else {
            try await ledger.keep(grant)
        }
        if authorize.responseType.hasIDToken {
            answer.append(
                "id_token",
                try provider.tokens.idToken(
                    IDTokenContent(
                        grant: grant, person: member.person, client: authorize.client, nonce: authorize.nonce,
                        code: answer["code"], saysWhatScopesAsk: !authorize.responseType.hasCode)))
        }
        return send(answer, to: authorize.target, request: request)
    }

    /// Sends parameters to the client, with its `state` and the issuer.
    package func send(_ answer: FormParameters, to target: StandardTarget, request: Request) -> Response {
        var answer = answer
        answer.append("state", target.state)
        answer.append("iss", provider.issuer)
        if target.mode == .formPost, let redirectURI = target.redirectURI {
            let form = FormPostPage(answer: answer, redirectURI: redirectURI, appName: target.client.name)
            if let page = provider.pages.formPost(form) { return page }
        }
        // After a form, which may hold a password, the browser must not resend it to the client. RFC 9700 §4.12
        return Response(
            status: request.method == .post ? .seeOther : .found,
            headers: [.location: target.address(carrying: answer)])
    }
}
