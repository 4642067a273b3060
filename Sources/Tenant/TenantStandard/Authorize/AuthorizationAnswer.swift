// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
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
                "The sign-in was canceled",
                "You were not signed in to \(target.client.name) on the device. You can close this window.")
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
        let grantStore = provider.grantStore
        let grant = grantStore.newGrant(for: authorize, member: member)
        if let userCode = authorize.target.userCode {
            try await provider.devices.settle(userCode, with: grant)
            return provider.pages.message(
                "You are signed in",
                "You have signed in to \(authorize.client.name) on your device. You can close this window.")
        }
        var answer = FormParameters()
        if authorize.responseType.hasCode {
            answer.append("code", try await grantStore.issueCode(of: grant, for: authorize))
        } else {
            try await grantStore.keep(grant)
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

/// The client that gets the authorization response, and how: at a redirect URI, or on a device.
///
/// Before it is known, nothing may be sent to a client.
package struct StandardTarget: Sendable {
    /// How the response is sent. OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response
    /// Mode §2
    enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
        case formPost = "form_post"
    }

    let client: StandardClient
    /// `nil` for a device, which polls for its response.
    let redirectURI: RedirectURI?
    /// The code that the device shows; `nil` for a response to a redirect URI.
    let userCode: String?
    let state: String?
    let mode: ResponseMode

    /// Finds the client and the redirect URI of a request.
    ///
    /// - Throws: ``StandardProblem``, which is shown on a page.
    package init(_ parameters: FormParameters, in provider: StandardProvider) async throws {
        func once(_ name: String) throws -> String? {
            guard parameters.all(name).count <= 1 else { throw StandardProblem.unreadable }
            return try parameters.optional(name)
        }
        guard let clientID = try once("client_id"), let client = try await provider.clientAsking(clientID),
            !client.metadata.redirectURIs.isEmpty
        else {
            throw StandardProblem.unknownClient(known: try await provider.configuredClients())
        }
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        guard let text = try once("redirect_uri"), client.registersRedirect(text), let redirectURI = RedirectURI(text)
        else { throw StandardProblem.redirectMismatch(client) }
        self.client = client
        self.redirectURI = redirectURI
        userCode = nil
        state = try once("state")
        mode = Self.mode(parameters)
    }

    /// A device that polls for its tokens. RFC 8628 §3.3
    init(_ client: StandardClient, device userCode: String) {
        self.client = client
        self.userCode = userCode
        (redirectURI, state, mode) = (nil, nil, .query)
    }

    /// The requested mode, or else the default of the response type.
    ///
    /// An invalid mode is refused later; the error is sent in the default mode.
    private static func mode(_ parameters: FormParameters) -> ResponseMode {
        let words = (parameters["response_type"] ?? "").split(separator: " ")
        let isFrontChannel = words.contains("id_token") || words.contains("token")
        let modes = parameters.all("response_mode")
        if modes.count == 1, let mode = ResponseMode(rawValue: modes[0]), mode != .query || !isFrontChannel {
            return mode
        }
        return isFrontChannel ? .fragment : .query
    }

    /// The redirect address with the response in its query or fragment.
    func address(carrying answer: FormParameters) -> String {
        let text = redirectURI?.text ?? ""
        let separator = mode != .query ? "#" : text.contains("?") ? "&" : "?"
        return text + separator + answer.encoded
    }
}
