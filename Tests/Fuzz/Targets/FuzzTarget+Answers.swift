// SPDX-License-Identifier: Apache-2.0

import BrowserSignIn
import Foundation
import HTTPMessages
import HTTPTransport
import Hosts
import OAuthMessages
import SignIn

extension FuzzTarget {
    /// What comes back by the browser, and what a person pastes out of it.
    static let answers = [redirect, form, formPost, pasted, redirectURI, scopes, challenges]

    private static let redirect = FuzzTarget("redirect") { input in
        let request = try AuthorizationRequest.sample.get()
        guard let url = URL(string: String(decoding: input, as: UTF8.self)) else { return }
        guard let answer = try reading({ try AuthorizationResponse(Redacted(url), answering: request) }) else { return }
        let parameters = FormParameters(queryOf: url)
        try require(request.redirectURI.receives(url), "an answer at another address was taken")
        try require(parameters?.all("code") == [answer.code.revealed], "the code is not the one that was sent")
        try require(parameters?.all("state") == [request.state.revealed], "the state was not the one of the request")
    }

    private static let form = FuzzTarget("form") { input in
        guard let form = FormParameters(encoded: String(decoding: input, as: UTF8.self)) else { return }
        let again = FormParameters(encoded: form.encoded)
        // An empty pair is written as `=` and read back as it was.
        try require(again == form, "what was read and written reads otherwise")
        for pair in form.pairs {
            let value = try reading { try form.once(pair.name) }
            try require(value == nil || form.all(pair.name).count == 1, "one of two parameters was believed")
        }
    }

    private static let formPost = FuzzTarget("form-post") { input in
        let request = try AuthorizationRequest.formSample.get()
        guard let form = FormParameters(encoded: String(decoding: input, as: UTF8.self)),
            let answer = try reading({ try AuthorizationResponse(form: form, answering: request) })
        else { return }
        try require(form.all("code") == [answer.code.revealed], "the code is not the one that was sent")
        try require(form.all("iss").allSatisfy { $0 == request.issuer }, "another issuer was believed")
    }

    private static let pasted = FuzzTarget("pasted-answer") { input in
        let request = try AuthorizationRequest.sample.get()
        let line = String(decoding: input, as: UTF8.self)
        let answer = try reading { try PastedAnswer(line, for: request.redirectURI, answering: request.url) }
        guard let redirect = answer?.redirect.revealed else { return }
        try require(request.redirectURI.receives(redirect), "an answer at another address was taken")
        let state = FormParameters(queryOf: redirect)?.all("state")
        try require(state == [request.state.revealed], "the state was not the one of the request")
        _ = try reading { try AuthorizationResponse(Redacted(redirect), answering: request) }
    }

    private static let redirectURI = FuzzTarget("redirect-uri") { input in
        guard let uri = RedirectURI(String(decoding: input, as: UTF8.self)) else { return }
        try require(RedirectURI(uri.text) == uri, "what was read and written reads otherwise")
        guard let url = uri.url else { throw FuzzFinding(description: "an address that is none was taken") }
        try require(uri.receives(url), "an address does not receive itself")
        try require(uri.receives(url.adding(["code": "c", "state": "s"])), "an address does not receive its answer")
        let other = uri.withPort(8081)
        try require(other.host == uri.host && other.path == uri.path, "another port made another address")
        // A host is where a browser goes; in a URL it must be what we think it is.
        try require(
            !uri.isLoopback || LoopbackHost.contains(url.host(percentEncoded: false) ?? ""),
            "a host elsewhere passes for loopback")
    }

    /// What an API writes into `WWW-Authenticate`.
    private static let challenges = FuzzTarget("challenges") { input in
        let field = String(decoding: input, as: UTF8.self)
        let challenges = AuthenticationChallenge.all(in: [field])
        let commas = field.utf8.count { $0 == UInt8(ascii: ",") }
        try require(challenges.count <= commas + 1, "there are more challenges than elements of the list")
        for challenge in challenges {
            try require(field.contains(challenge.scheme), "a scheme stands nowhere in the field")
            guard let claims = challenge["claims"].flatMap(ClaimsRequest.init(challenge:)) else { continue }
            try require(ClaimsRequest(json: claims.json) == claims, "claims that were written read otherwise")
            try require(claims.merging(claims) == claims, "claims beside themselves are others")
        }
        var head = HTTPResponse(status: .unauthorized)
        guard let value = HTTPField(name: .wwwAuthenticate, lenientValue: field.utf8) as HTTPField? else { return }
        head.headerFields.append(value)
        let answer = ChallengeAnswer(to: TransportResponse(head: head, body: Data()))
        try require(answer != nil, "a client does not know what to do after a 401")
    }

    private static let scopes = FuzzTarget("scopes") { input in
        let scopes = ScopeSet(text: String(decoding: input, as: UTF8.self))
        try require(ScopeSet(text: scopes.text) == scopes, "what was read and written reads otherwise")
        try require(Set(scopes.scopes).count == scopes.scopes.count, "a scope stands there twice")
        let parts = scopes.openIDConnectPart.scopes.count + scopes.resourcePart.scopes.count
        try require(parts == scopes.scopes.count, "a scope is lost between the two parts")
    }
}

extension AuthorizationRequest {
    /// A request that is the same each time, so that inputs can answer it.
    fileprivate static let sample = Result { try made() }
    /// The same, to be answered by a form.
    fileprivate static let formSample = Result { try made(responseMode: .formPost) }

    private static func made(responseMode: ResponseMode? = nil) throws -> AuthorizationRequest {
        guard let endpoint = URL(string: "https://login.example/authorize"),
            let redirectURI = RedirectURI("http://localhost:8080/answer")
        else { throw FuzzFinding(description: "the sample request cannot be made") }
        return AuthorizationRequest(
            clientID: "app", scopes: ["openid"], endpoint: endpoint, issuer: "https://login.example",
            expectsIssuer: false, redirectURI: redirectURI, responseMode: responseMode,
            random: RandomSource { [UInt8](repeating: 0, count: $0) })
    }
}
