// SPDX-License-Identifier: Apache-2.0

import Fixtures
import Foundation
import Testing

/// Every parser of untrusted input has a fuzz target.
@Suite struct ParserCoverageTests {
    /// How a target reaches a parser.
    struct Way: Sendable {
        let target: String
        /// A call in the target's source.
        let call: String

        init(_ target: String, _ call: String) { (self.target, self.call) = (target, call) }
    }

    /// The files of the libraries that decode, and the target of each.
    static let parsers: [String: Way] = [
        "Ground/OAuthMessages/Authorization/AuthorizationResponse.swift": Way(
            "redirect", "AuthorizationResponse(Redacted(url), answering:"),
        "Ground/OAuthMessages/Authorization/DeviceAuthorization.swift": Way(
            "device-authorization", "DeviceAuthorization(status:"),
        "Ground/OAuthMessages/Authorization/AuthorizationRequest.swift": Way(
            "pushed-request", "PushedRequestResponse(status:"),
        "Ground/OAuthMessages/Authorization/ClaimsRequest.swift": Way("challenges", "ClaimsRequest.init(challenge:"),
        "Ground/OAuthMessages/FormParameters.swift": Way("form", "FormParameters(encoded:"),
        "Ground/OAuthMessages/Errors/ServerError.swift": Way("error-response", "ServerError(status:"),
        "Ground/OAuthMessages/Token/SecurityToken.swift": Way("identity-assertion", "IdentityAssertion(status:"),
        "Ground/OAuthMessages/Token/TokenResponse.swift": Way("token-response", "TokenResponse(status:"),
        "Ground/JSONWebSignatures/Signatures/JWSHeader.swift": Way("jwt", "UnverifiedJWS("),
        "Ground/JSONWebSignatures/Keys/JSONWebKey.swift": Way("key-set", "JSONWebKeySet(jsonData:"),
        "Ground/JSONWebSignatures/Keys/JSONWebKeySet.swift": Way("key-set", "JSONWebKeySet(jsonData:"),
        "Ground/JSONWebSignatures/Keys/JSONWebPrivateKey.swift": Way("client-key-json", "JSONWebPrivateKey(jsonData:"),
        "Client/SignInProvider/Tokens/Claims.swift": Way("claims", "Claims(payload:"),
        "Client/SignInProvider/OAuthProvider.swift": Way("profile", "call.identity(status:"),
        "Client/SignInProvider/Metadata/ProviderMetadata.swift": Way("metadata", "ProviderMetadata(status:"),
        "Client/SignInProvider/Resource/ProtectedResourceMetadata.swift": Way(
            "resource-metadata", "ProtectedResourceMetadata(status:"),
        "Client/SignInProvider/Client/DynamicRegistration.swift": Way(
            "client-registration", "registration.client(status:"),
        "Client/SignInProvider/Tokens/UnverifiedToken.swift": Way("jwt", "UnverifiedToken("),
        "Client/SignInProvider/UserInfo.swift": Way("userinfo", "UserInfoResponse(status:"),
        "Client/SignIn/Accounts/AccountRecord.swift": Way("stored-account", "AccountRecord(content:"),
        "Client/BrowserSignIn/PastedAnswer.swift": Way("pasted-answer", "PastedAnswer("),
        "Client/MicrosoftIdentity/Authority/AuthorityAddress.swift": Way("authority", "Authority("),
        "Client/BrowserSignIn/OneTimeAddress.swift": Way("loopback-request", "AwaitedRedirect(answering:"),
        "Client/BrowserSignIn/RedirectJudge.swift": Way("loopback-request", "judge.judge("),
        "Client/MicrosoftGraph/GraphClient.swift": Way("graph-people", "GraphPage<Person>.self"),
        "Client/MicrosoftGraph/Batch/GraphClient+Batch.swift": Way("graph-batch", "BatchAnswer(input"),
        "Client/MicrosoftGraph/GraphError.swift": Way("graph-error", "GraphError(status:"),
        "Sample/TaskListClient/TaskListError.swift": Way("task-error", "TaskListError(status:"),
        "Sample/TaskListClient/TaskListFormat.swift": Way("tasks", "TaskListFormat.decoder()"),
        "Servers/DPoP/DPoPProof.swift": Way("dpop-proof", "DPoPProof("),
        "Servers/BearerAuth/AcceptedProvider.swift": Way("introspection", "IntrospectionAnswer(status:"),
        "Servers/BearerAuth/CertificateRules.swift": Way("client-certificate", "ClientCertificate(clientCertFields:"),
        "Servers/BearerAuth/BearerCredentials.swift": Way("bearer-credentials", "BearerCredentials("),
        "Sample/QuickStart/App/Navigation.swift": Way("kept-page", "Navigation(text:"),
        "Sample/QuickStart/Settings/SettingsPropertyList.swift": Way("settings", "Settings(propertyList:"),
    ]

    /// The files that read nothing but what a target's parser gave them, or one parameter of it.
    static let readers = [
        // A member of the token response, which the target "token-response" reads.
        "Ground/OAuthMessages/Authorization/AuthorizationDetails.swift",
        // One parameter of an address, compared and thrown away; the form itself is read by the target "form".
        "Client/BrowserSignIn/AnswerPage.swift", "Client/SignIn/Flow/SignInFlow+SignOut.swift",
        // Header and claims of a token that is only shown; the target "claims" reads both.
        "Client/APIAccess/InspectedToken.swift",
        // The decoder of the files above, and of pasted token responses.
        "Ground/OAuthMessages/ForeignJSON.swift",
        // A note that an earlier download of the same program left beside its file.
        "Ground/HTTPTransport/Download/PartialFile.swift",
        // The caller of the parser of `Client-Cert`.
        "Servers/BearerAuth/BearerProtection.swift",
    ]

    private static let libraries = [
        "Ground", "Client", "Sample/TaskListClient", "Servers/BearerAuth", "Servers/DPoP", "Sample/QuickStart",
    ]

    @Test func `every file that decodes has a target`() throws {
        let decodes =
            #/JSONDecoder\(\)|ForeignJSON(\.decode)?\(|StrictJSON\.(object|value)|PropertyListDecoder\(\)|FormParameters\((encoded|queryOf|response|repairing)|Claims\(payload|fields\[values:|init\?\((encoded|queryOf|response|repairing|clientCertFields)/#
        let found = try Self.libraries.flatMap { try SourceText.files(in: "Sources/\($0)") }
            .filter { try Self.code(of: $0).contains(decodes) }.map { String($0.dropFirst("Sources/".count)) }
        #expect(Set(found) == Set(Self.parsers.keys).union(Self.readers))
    }

    private static func code(of file: String) throws -> String {
        try SourceText.of(file).replacing(#/(?m)^ *\/\/.*$/#, with: "")
    }

    @Test func `every target that is named comes to its parser`() throws {
        let sources = try SourceText.files(in: "Tests/Fuzz/Targets").map(SourceText.of).joined()
        for (file, way) in Self.parsers {
            let start = try #require(sources.range(of: #"FuzzTarget("\#(way.target)") {"#)?.upperBound, "\(file)")
            let end = try #require(sources.range(of: "\n    }\n", range: start..<sources.endIndex)?.lowerBound)
            #expect(sources[start..<end].contains(way.call), "\(file)")
        }
    }
}
