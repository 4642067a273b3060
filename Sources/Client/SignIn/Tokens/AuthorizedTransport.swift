// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages
public import HTTPTransport
public import OAuth
package import Provider

/// A transport to one API that carries an account's or a client's token, and answers the API's challenges.
///
/// After a refusal that another token can help with, the transport sends the request once more, and never a third time:
/// with a refreshed token, also one that meets the claims of the challenge, or after the person has answered. If no
/// other token can be had, the caller gets the refusal with its challenge. An account then tells the reason as an
/// ``AccountEvent``.
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

    /// Creates a transport to one API.
    ///
    /// - Parameters:
    ///   - tokens: The source of the tokens.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    ///   - transport: Sends the requests.
    ///   - addable: Further permissions that the API may ask for; a demand for others is not answered, or an API could
    ///     choose what the tokens that it gets can do elsewhere.
    ///   - answer: Lets the person meet a demand that no refresh meets, with a token for these permissions; the source
    ///     has it then. `nil` gives the caller the refusal. Requests that wait share one call.
    public init(
        _ tokens: any AccessTokenSource, scopes: ScopeSet, to api: URL, over transport: any Transport,
        adding addable: ScopeSet = [],
        answering answer: (@Sendable (ChallengeAnswer, ScopeSet) async throws -> Void)? = nil
    ) {
        self.init(tokens, meeting: APIDemands(scopes, adding: addable, answer), to: api, over: transport)
    }

    init(_ tokens: any AccessTokenSource, meeting demands: APIDemands, to api: URL, over transport: any Transport) {
        self.demands = demands
        self.tokens = tokens
        origin = Origin(api)
        isSecure = api.hasSecureTransport
        self.transport = transport
    }

    /// Sends a request with a token on it.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for an address that is not the API's; as
    ///   ``AccessTokenSource/accessToken(for:rejected:)``, if the first token cannot be had; the errors of the
    ///   underlying transport and of the person's answer; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await send(request) { request in
            let response = try await transport.send(request, body: body)
            return (response.head, response)
        }
    }

    /// Sends a request with a token on it, and returns the response as soon as its head is there.
    ///
    /// A refusal is answered only if the request's content can be sent again.
    ///
    /// - Throws: As ``send(_:body:)``; the errors of the request's content.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        var refused: StreamedResponse?
        return try await send(request, isRepeatable: body.isRepeatable) { request in
            await refused?.discard()
            let response = try await transport.stream(request, body: body)
            refused = response
            return (response.head, response)
        }
    }

    /// Sends a request through any client, with a token on it, and answers the API's challenges as ``send(_:body:)``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isRepeatable: Whether the client can send it again, after a refusal.
    ///   - client: Sends the request that it gets, which has the token, and returns the response's head and its own
    ///     response; it is called again for another token, or for another proof of a bound one.
    /// - Returns: The client's latest response.
    /// - Throws: As ``send(_:body:)``; the errors of the client.
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

    /// The token for a request to the API.
    ///
    /// - Throws: `TransportError` (`unusableTarget`); as ``AccessTokenSource/accessToken(for:rejected:)``.
    package func token(for request: HTTPRequest) async throws -> PresentableToken {
        guard let origin, origin.isOrigin(of: request) else {
            throw TransportError(
                .unusableTarget,
                "a token for \(origin?.description ?? "this API") must not be sent to another address; "
                    + "make a transport for that API")
        }
        guard isSecure else {
            throw TransportError(
                .unusableTarget,
                "a token must not go to \(origin), which is plain http to another machine; use an https address")
        }
        return try await tokens.presentable(for: demands.permissions)
    }

    /// The request with a token on it, for a client of the app's own, such as one for downloads in the background.
    ///
    /// A request with a bound token also carries a proof of its key, which serves this one request, now: sign each
    /// attempt anew. After a refusal, send the request through this transport once, since it answers challenges.
    ///
    /// - Parameter request: The request; its target must be the API's.
    /// - Returns: The request with `Authorization`, and with `DPoP` for a bound token.
    /// - Throws: `TransportError` (`unusableTarget`); as ``AccessTokenSource/accessToken(for:rejected:)``.
    ///
    /// RFC 6750 §2.1, RFC 9449 §7.1
    public func signed(_ request: HTTPRequest) async throws -> HTTPRequest {
        try await token(for: request).presented(on: request)
    }

    /// Another token; `nil` if none can be had.
    ///
    /// - Throws: The errors of the person's answer; `CancellationError`.
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

    /// The token that the person's answer brings; `nil` if there is none.
    private func token(
        of permissions: ScopeSet, inPlaceOf rejected: PresentableToken, askingFor answer: ChallengeAnswer
    ) async throws -> PresentableToken? {
        guard demands.hasPerson else { return nil }
        // The person may have answered while the request was on its way.
        let other = try await silently { try await tokens.presentable(for: demands.permissions) }
        if let other, other.token != rejected.token { return other }
        guard try await demands.ask(answer, for: permissions) else { return nil }
        let token = try await silently { try await tokens.presentable(for: permissions, rejected: rejected) }
        if token != nil { demands.keep(permissions) }
        return token
    }

    /// The API has responded, and an error of the token must not hide that response.
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
