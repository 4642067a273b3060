// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPMessages
import HTTPTransport
import MicrosoftIdentity

extension FuzzTarget {
    /// What a provider answers at its endpoints.
    static let descriptions = [
        tokenResponse, identityAssertion, errorResponse, deviceAuthorization, pushedRequest, authorizationDetails,
        dpopResponse, metadata, resourceMetadata, clientRegistration, userInfo, profile, responseFields,
    ]

    private static let identityAssertion = FuzzTarget("identity-assertion") { input in
        guard let answer = try reading({ try IdentityAssertion(status: 200, body: input) }) else { return }
        try require(!answer.assertion.revealed.isEmpty, "an answer without an assertion was taken")
        try require(!Canary.isSaid(by: [answer.assertion]), "an answer says its assertion")
    }

    private static let tokenResponse = FuzzTarget("token-response") { input in
        guard let response = try reading({ try TokenResponse(status: 200, body: input) }) else { return }
        try require(response.accessToken?.revealed.isEmpty == false, "an answer without an access token was taken")
        for token in [response.refreshToken, response.idToken] {
            try require(token?.revealed.isEmpty != true, "an empty token counts as one")
        }
        for time in [response.expiresIn, response.refreshIn].compactMap(\.self) {
            try require(time >= .zero && time <= .seconds(366 * 86_400), "a lifetime is beyond every bound")
        }
        let tokens = [response.accessToken, response.refreshToken, response.idToken]
        try require(!Canary.isSaid(by: tokens), "a token response says its tokens")
    }

    private static let errorResponse = FuzzTarget("error-response") { input in
        for status in [200, 400, 401, 429, 503] {
            let error = ServerError(status: status, body: input)
            try require(error.status == status, "the status is another one")
            for id in [error.trace.correlationID, error.trace.traceID].compactMap(\.self) {
                let isPlain = id.utf8.allSatisfy {
                    $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetterOrDigit
                }
                try require(isPlain && id.utf8.count <= 64, "an id that is printed beside our words is more than an id")
            }
            let time = error.trace.timestamp ?? ""
            try require(time.utf8.count <= 32 && time.utf8.allSatisfy { $0 < 0x80 }, "a time is more than a time")
            try require(error.reason?.contains(where: \.isNewline) != true, "a reason is more than a line")
            try require(!error.description.isEmpty, "an error says nothing")
            for rules in [ProviderRules.standard, .entra, .userFlow, .externalID] {
                let ends = rules.endsSignIn(error)
                try require(!ends || error.code == .invalidGrant, "something else than its end ends a sign-in")
                _ = rules.nextAction(error)
            }
        }
    }

    private static let pushedRequest = FuzzTarget("pushed-request") { input in
        guard let answer = try reading({ try PushedRequestResponse(status: 201, body: input) }) else { return }
        let isPlain = answer.requestURI.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        try require(isPlain && (1...512).contains(answer.requestURI.utf8.count), "a name that no address carries")
    }

    private static let authorizationDetails = FuzzTarget("authorization-details") { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let details = AuthorizationDetails(json: text) else { return }
        try require(details.json == text && text.utf8.count <= 16_384, "the app's own text was changed")
        let body = Data(#"{"access_token":"a","token_type":"Bearer","authorization_details":\#(text)}"#.utf8)
        guard let response = try reading({ try TokenResponse(status: 200, body: body) }) else { return }
        if let granted = response.authorizationDetails?.json {
            try require(AuthorizationDetails(json: granted) != nil, "granted details cannot be asked for")
        }
    }

    private static let dpopResponse = FuzzTarget("dpop-answer") { input in
        let text = String(decoding: input, as: UTF8.self)
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        var head = HTTPResponse(status: .unauthorized)
        head.headerFields[.wwwAuthenticate] = lines.first
        if let name = HTTPField.Name("DPoP-Nonce"), lines.count > 1 { head.headerFields[name] = lines[1] }
        if lines.count > 2 { head.headerFields[.date] = lines[2] }
        for presentsToken in [true, false] {
            let answer = DPoPResponse(
                TransportResponse(head: head, body: input), presentingToken: presentsToken,
                now: Date(timeIntervalSince1970: 0))
            try require((answer.nonce ?? "n").utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a nonce that is none")
            if case .clock(let lead) = answer.refusal {
                try require(abs(lead) <= 86_400, "a clock is more than a day ahead")
            }
        }
    }

    private static let deviceAuthorization = FuzzTarget("device-authorization") { input in
        guard let answer = try reading({ try DeviceAuthorization(status: 200, body: input) }) else { return }
        let code = answer.userCode
        let isReadable = code.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetterOrDigit
        }
        try require((1...24).contains(code.utf8.count) && isReadable, "a code that nobody can type was taken")
        try require(answer.interval >= .seconds(1) && answer.interval <= .seconds(300), "an interval without bounds")
        try require(answer.expiresIn >= .zero, "a code that ended before it began")
        try require(!answer.deviceCode.revealed.isEmpty, "an empty device code was taken")
    }

    /// What an API publishes of itself.
    private static let resourceMetadata = FuzzTarget("resource-metadata") { input in
        guard let request = URL(string: "https://api.example/v1/tasks"),
            let place = URL(string: "https://api.example/.well-known/oauth-protected-resource/v1")
        else { return }
        // Such a document is no secret, and an error names the API that it describes.
        let read = try? ProtectedResourceMetadata(status: 200, body: input, for: request, at: place)
        guard let metadata = read else { return }
        try require(metadata.resource.host()?.lowercased() == "api.example", "another host's description was believed")
        try require(!metadata.authorizationServers.isEmpty, "a description without a provider was believed")
        for server in metadata.authorizationServers {
            try require(server.scheme?.lowercased() == "https", "a provider that anybody can read was taken")
        }
        let again = try? ProtectedResourceMetadata(status: 200, body: metadata.json, for: request, at: place)
        try require(again == metadata, "what was read and written reads otherwise")
    }

    /// A provider's response to the registration of a client.
    private static let clientRegistration = FuzzTarget("client-registration") { input in
        guard let issuer = URL(string: "https://login.example"), let redirectURI = RedirectURI("http://127.0.0.1:1/a"),
            let provider = try? ProviderMetadata(
                status: 200, body: Data(#"{"issuer":"https://login.example"}"#.utf8), kind: .authorizationServer,
                askedFor: issuer, rule: .exact)
        else { return }
        let registration = DynamicRegistration(name: "a", redirectURI: redirectURI, scopes: [], at: provider)
        let client: RegisteredClient
        do {
            client = try registration.client(status: 201, body: input)
        } catch let refusal as Refusal {
            return try require(refusal.code == .clientRegistrationMalformed, "another refusal: \(refusal.code)")
        }
        try require((1...2048).contains(client.id.utf8.count), "an id without bounds was taken")
        try require((client.secret == nil) == (client.secretMethod == nil), "a secret without a way to send it")
    }

    private static let metadata = FuzzTarget("metadata") { input in
        guard let issuer = URL(string: "https://login.example") else { return }
        // What a provider publishes of itself is no secret, and its errors repeat who it says that it is.
        let read = try? ProviderMetadata(status: 200, body: input, askedFor: issuer, rule: .exact)
        guard let metadata = read else { return }
        try require(input.count <= 256 * 1024, "metadata of any size is read")
        try require(issuer.isSameIssuer(as: metadata.issuer), "another issuer was believed")
        let addresses = [metadata, metadata.forMutualTLS].flatMap { metadata in
            [
                metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keySetURI, metadata.userInfoEndpoint,
                metadata.endSessionEndpoint, metadata.revocationEndpoint, metadata.deviceAuthorizationEndpoint,
                metadata.pushedRequestEndpoint,
            ]
        }
        for address in addresses.compactMap(\.self) {
            try require(address.scheme?.lowercased() == "https", "an address that anybody can read was taken")
            try require(address.host()?.isEmpty == false, "an address without a host was taken")
        }
    }

    private static let userInfo = FuzzTarget("userinfo") { input in
        for type in ["application/json", "Application/JSON; charset=utf-8", "application/jwt", nil] {
            let read = try reading { try UserInfoResponse(status: 200, contentType: type, body: input) }
            guard let read else { continue }
            try require(type != nil && input.count <= 256 * 1024, "a reply without type or bound was taken")
            if case .signed(let token) = read {
                try require(!Canary.isSaid(by: token), "a token shows itself")
            }
        }
    }

    private static let profile = FuzzTarget("profile") { input in
        guard let endpoint = URL(string: "https://api.example/user") else { return }
        let call = ProfileEndpoint(endpoint, subject: "id")
        let read = try reading { try call.identity(status: 200, body: input, issuer: "https://login.example") }
        guard let identity = read else { return }
        try require((1...255).contains(identity.subject.utf8.count), "a person without a usable id was taken")
        try require(identity.claims.string("sub") == identity.subject, "the id is not the one of the claims")
    }

    private static let responseFields = FuzzTarget("response-fields") { input in
        let text = String(decoding: input, as: UTF8.self)
        let now = Date(timeIntervalSince1970: 784_111_777)
        for name: HTTPField.Name in [.cacheControl, .expires, .age, .retryAfter, .date] {
            var fields: HTTPFields = [
                .date: "Sun, 06 Nov 1994 08:49:37 GMT", .expires: "Sun, 06 Nov 1994 09:49:37 GMT",
            ]
            fields[name] = text
            let response = TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields))
            let bounds = Duration.zero...(.seconds(366 * 86_400))
            for time in [response.freshness(now: now), response.retryAfter(now: now)].compactMap(\.self) {
                try require(bounds.contains(time), "a time of a response is beyond every bound")
            }
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
