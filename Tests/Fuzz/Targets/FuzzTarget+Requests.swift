// SPDX-License-Identifier: Apache-2.0

import BearerAuth
import BrowserSignIn
import DPoP
import Foundation
import HTTPListening
import HTTPMessages

extension FuzzTarget {
    /// What anybody on this machine sends to the loopback listener, anybody at all to an API, and what a session keeps.
    static let requests = [
        loopbackRequest, bearerCredentials, bearerChallenge, sessionRequest, dpopProof, introspection,
        clientCertificate,
    ]

    /// A request line, and a field on each line that follows.
    private static let loopbackRequest = FuzzTarget("loopback-request") { input in
        guard let redirectURI = RedirectURI("http://localhost:8080/answer"),
            let page = URL(string: "https://login.example/authorize?state=s3cret-state")
        else { throw FuzzFinding(description: "the sample visit cannot be made") }
        let judge = RedirectJudge(redirectURI: redirectURI)
        guard let head = try received(input) else { return }
        if case .redirect = judge.judge(head, awaiting: nil) {
            throw FuzzFinding(description: "a redirect was taken before a page was shown")
        }
        let start = OneTimeAddress(leadingTo: page, random: RandomSource { [UInt8](repeating: 0, count: $0) })
        let verdict = judge.judge(head, awaiting: AwaitedRedirect(answering: page), startingAt: start)
        if case .start(let url) = verdict {
            try require(head.path == start.path && url == page, "another request was led to the page")
        }
        guard case .redirect(let redirect) = verdict else { return }
        let url = redirect.revealed
        try require(head.method == .get, "another method than GET was taken")
        try require(head.authority?.lowercased() == "localhost:8080", "another host was taken")
        try require(redirectURI.receives(url), "a redirect to another address was taken")
        let states = FormParameters(repairing: url.encodedQuery)?.all("state") ?? []
        try require(!states.isEmpty && states.allSatisfy { $0 == "s3cret-state" }, "another state was taken")
    }

    /// The head that the listener reads from these lines; `nil` if it refuses them.
    private static func received(_ input: Data) throws -> HTTPRequest? {
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        if lines.isEmpty { lines = [[]] }
        lines[0] += Array(" HTTP/1.1".utf8)
        var parser = HeadParser(Limits())
        var received = Input()
        received.bytes = Array((lines + [[], []]).joined(separator: Array("\r\n".utf8)))
        switch parser.take(&received) {
        case .head(let head): return head.request
        case .refused: return nil
        case .more: throw FuzzFinding(description: "the end of a head was not seen")
        }
    }

    /// A value of the field `Authorization` on each line.
    private static let bearerCredentials = FuzzTarget("bearer-credentials") { input in
        // Servers stop reading long before there are as many fields as the library's own list can hold.
        let values = String(decoding: input, as: UTF8.self)
            .split(separator: "\n", maxSplits: 10_000, omittingEmptySubsequences: false)
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .authorization, value: String(value))) }
        let credentials = BearerCredentials(fields)
        try require(!Canary.isSaid(by: credentials), "credentials show themselves")
        let token: Redacted<String>
        switch credentials {
        case .token(let found), .provenToken(let found): token = found
        case .absent, .malformed: return
        }
        try require(values.count == 1, "one of two fields was believed")
        let isToken = token.revealed.utf8.allSatisfy { $0 < 0x80 && !" \t\r\n\",;".utf8.contains($0) }
        try require(!token.revealed.isEmpty && isToken, "what is no token was taken for one")
        try require(values[0].hasSuffix(token.revealed) || values[0].contains(token.revealed), "a token was made up")
    }

    /// A value of the field `Client-Cert` on each line.
    private static let clientCertificate = FuzzTarget("client-certificate") { input in
        let values = String(decoding: input, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let certificate = ClientCertificate(clientCertFields: values) else { return }
        try require(certificate.thumbprint.utf8.count == 43, "a certificate has no thumbprint")
        try require(values.count == 1, "one of two fields was believed")
        let text = values[0].dropFirst().dropLast()
        try require(values[0] == ":\(text):", "a certificate without its colons was taken")
        guard let der = Data(base64Encoded: String(text)) else {
            throw FuzzFinding(description: "what is no Base64 was taken")
        }
        try require(ClientCertificate(der: der) == certificate, "another certificate was taken")
    }

    /// What we say of a token: the words may come out of it.
    private static let bearerChallenge = FuzzTarget("bearer-challenge") { input in
        let text = String(decoding: input, as: UTF8.self)
        for (reason, count) in [(BearerChallenge.Reason.tokenRefused(text), 3), (.scopeMissing(text), 4)] {
            let field = BearerChallenge(reason).challenge
            try require(field.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a field holds what none may hold")
            let quotes = field.utf8.count { $0 == UInt8(ascii: "\"") }
            try require(quotes == 2 * count && !field.contains("\\"), "the words end their own quotes")
        }
    }

    /// The field `DPoP` of a request, with its address on the second line.
    private static let dpopProof = FuzzTarget("dpop-proof") { input in
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let (text, address) = (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
        if let target = DPoPTarget(address) {
            try require(target.appending("") == target.appending("?a=b"), "a query changes an address")
            let judge = DPoPJudge(method: "POST", target: target)
            let proof = try? judge.proof(
                in: [text], now: Date(timeIntervalSince1970: 1_562_262_616), nonces: nil, demandsNonce: false)
            try require(proof.map { DPoPTarget($0.address) == target } ?? true, "a proof for another address was taken")
        }
        guard let proof = DPoPProof(text) else { return }
        try require((1...256).contains(proof.identifier.utf8.count), "a proof without a usable id was taken")
        try require(proof.thumbprint.utf8.count == 43, "a key without a thumbprint was taken")
    }

    /// A provider's answer about a token.
    private static let introspection = FuzzTarget("introspection") { input in
        guard
            let answer = try reading({
                try IntrospectionAnswer(status: 200, body: input, issuer: "https://login.example")
            }), case .active(let claims) = answer
        else { return }
        try require(claims["active"] == .boolean(true), "a token that is not active was taken")
        try require(claims.has("iss"), "an answer has no issuer")
    }

    /// What a web app finds in the session of the person who comes back.
    private static let sessionRequest = FuzzTarget("session-request") { input in
        // The decoder's own errors repeat what stands where a word such as a response mode should; none of our secrets
        // is one of few words.
        let read = try? JSONDecoder().decode(AuthorizationRequest.self, from: input)
        guard let request = read else { return }
        guard let kept = try? JSONEncoder().encode(request) else {
            throw FuzzFinding(description: "a request that was read cannot be kept")
        }
        let again = try? JSONDecoder().decode(AuthorizationRequest.self, from: kept)
        try require(again == request, "a request reads otherwise once written")
        let secrets: [Any] = [request.state, request.nonce, request.proofKey]
        try require(!secrets.contains(where: Canary.isSaid), "a request shows its secrets")
        let parameters = FormParameters(queryOf: request.url)
        try require(
            parameters == nil || parameters?.all("state").last == request.state.revealed, "another state is asked with")
    }
}
