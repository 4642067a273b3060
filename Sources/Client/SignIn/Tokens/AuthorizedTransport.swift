// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import HTTPTransport
public import OAuthMessages
public import PortableFoundation
package import SignInProvider

/// A transport to one API that adds an account's or a client's token, and answers the API's challenges.
///
/// If another token can resolve a rejection, the transport resends the request at most once: with a refreshed token,
/// which can satisfy the challenge's claims, or after the user has answered. If no other token is available, the caller
/// gets the rejection with its challenge. For an account, an ``AccountEvent`` has the reason.
///
/// ```swift
/// let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
/// let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
/// let profile = try JSONDecoder().decode(Profile.self, from: response.body)
/// ```
public struct AuthorizedTransport: Transport {
    private let tokens: any AccessTokenSource
    private let origin: Origin?
    private let isSecure: Bool
    private let transport: any Transport
    private let demands: APIDemands

    /// Creates a transport to one API; tokens go only to the scheme, host, and port of `api`.
    ///
    /// - Parameters:
    ///   - tokens: The source of the tokens.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: A URL of the API.
    ///   - transport: Sends the requests.
    ///   - addable: Further permissions that the API can request. A challenge for any other permission is not answered:
    ///     an API must not extend what its token can do at other APIs.
    ///   - answer: Lets the user satisfy a challenge that no refresh can. Afterwards, the source must have a token for
    ///     the given permissions. `nil` returns the rejection to the caller. Waiting requests share one call.
    public init(
        _ tokens: any AccessTokenSource, scopes: ScopeSet, to api: URL, over transport: any Transport,
        adding addable: ScopeSet = [],
        answering answer: (@Sendable (ChallengeAnswer, ScopeSet) async throws -> Void)? = nil
    ) {
        self.init(tokens, meeting: APIDemands(scopes, adding: addable, answer), to: api, over: transport)
    }

    package init(
        _ tokens: any AccessTokenSource, meeting demands: APIDemands, to api: URL, over transport: any Transport
    ) {
        self.demands = demands
        self.tokens = tokens
        origin = Origin(api)
        isSecure = origin?.isSecure == true
        self.transport = transport
    }

    /// Sends a request with a token.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for a URL that is not the API's; the errors of
    ///   ``AccessTokenSource/accessToken(for:rejected:)`` if the first token is unavailable; an error of the underlying
    ///   transport or the user's answer; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await send(request) { request in
            let response = try await transport.send(request, body: body)
            return (response.head, response)
        }
    }

    /// Sends a request with a token, and returns the response when its head arrives.
    ///
    /// A rejected request is retried only if its content can be sent again.
    ///
    /// - Throws: The same errors as ``send(_:body:)``, or an error of the request's content.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        var refused: StreamedResponse?
        return try await send(request, isRepeatable: body.isRepeatable) { request in
            await refused?.discard()
            let response = try await transport.stream(request, body: body)
            refused = response
            return (response.head, response)
        }
    }

    /// Sends a request with a token through any client, and answers the API's challenges like ``send(_:body:)``.
    ///
    /// The client gets the request with the token, and returns the response's head and its own response. It is called
    /// again for another token, or for another proof of a bound one, if `isRepeatable`.
    ///
    /// - Throws: The same errors as ``send(_:body:)``, or an error of the client.
    public func send<Response>(
        _ request: HTTPRequest, isRepeatable: Bool = true,
        through client: (HTTPRequest) async throws -> (HTTPResponse, Response)
    ) async throws -> Response {
        let token = try await token(for: request)
        let (head, response) = try await token.send(request, isRepeatable: isRepeatable, through: client)
        guard let answer = ChallengeAnswer(to: TransportResponse(head: head)), isRepeatable,
            let fresh = try await freshToken(inPlaceOf: token, after: answer), fresh.token != token.token
        else { return response }
        let (secondHead, second) = try await fresh.send(request, through: client)
        let secondAnswer = ChallengeAnswer(to: TransportResponse(head: secondHead))
        if case .claims(let claims) = answer, secondAnswer == answer { demands.noteUnmet(claims) }
        return second
    }

    package func token(for request: HTTPRequest) async throws -> PresentableToken {
        guard let origin, origin.isOrigin(of: request) else {
            throw TransportError(
                .unusableTarget,
                "a token for \(origin?.description ?? "this API") must not be sent to another address; "
                    + "create a transport for that API")
        }
        guard isSecure else {
            throw TransportError(
                .unusableTarget,
                "a token must not be sent to \(origin) over plain http; use an https URL")
        }
        return try await tokens.presentable(for: demands.permissions)
    }

    /// Returns the request with a token, for the app's own client, such as one for background downloads.
    ///
    /// With a bound token, the request also carries a proof that is valid once, for this request: sign each attempt.
    /// After a rejection, send the request once through this transport: it answers challenges.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for a URL that is not the API's, or the errors of
    ///   ``AccessTokenSource/accessToken(for:rejected:)``.
    ///
    /// RFC 6750 §2.1, RFC 9449 §7.1
    public func signed(_ request: HTTPRequest) async throws -> HTTPRequest {
        try await token(for: request).presented(on: request)
    }

    private func freshToken(
        inPlaceOf rejected: PresentableToken, after answer: ChallengeAnswer
    ) async throws -> PresentableToken? {
        let held = demands.permissions
        switch answer {
        case .giveUp: return nil
        case .refresh: return try await silently { try await tokens.presentable(for: held, rejected: rejected) }
        case .claims(let claims):
            let refreshed =
                demands.isUnmet(claims)
                ? nil
                : try await silently {
                    try await tokens.presentable(for: held, rejected: rejected, meeting: claims)
                }
            if let refreshed, refreshed.token != rejected.token { return refreshed }
            return try await token(of: held, inPlaceOf: rejected, askingFor: answer)
        case .authenticateAgain: return try await token(of: held, inPlaceOf: rejected, askingFor: answer)
        case .consent(let missing):
            guard let permissions = demands.permissions(adding: missing) else { return nil }
            return try await token(of: permissions, inPlaceOf: rejected, askingFor: answer)
        }
    }

    private func token(
        of permissions: ScopeSet, inPlaceOf rejected: PresentableToken, askingFor answer: ChallengeAnswer
    ) async throws -> PresentableToken? {
        guard demands.hasPerson else { return nil }
        // The user may have answered while the request was in transit.
        let other = try await silently { try await tokens.presentable(for: demands.permissions) }
        if let other, other.token != rejected.token { return other }
        guard try await demands.ask(answer, for: permissions) else { return nil }
        let token = try await silently { try await tokens.presentable(for: permissions, rejected: rejected) }
        if token != nil { demands.keep(permissions) }
        return token
    }

    /// The API has responded, and a token error must not hide that response.
    private func silently(
        _ token: () async throws -> PresentableToken
    ) async throws -> PresentableToken? {
        do {
            return try await token()
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }
}
