// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures
import SignInTesting

/// Every refusal that a provider can cause has a fault.
@Suite struct FaultCoverageTests {
    /// The reason for a missing fault, and the suite that has the row instead.
    struct Reason: Sendable {
        let why: String
        /// The path in `Tests`.
        let suite: String

        /// The row's text, if not the code.
        let words: String?

        init(_ why: String, _ suite: String, knownBy words: String? = nil) {
            (self.why, self.suite, self.words) = (why, "\(suite).swift", words)
        }

        /// Whether the file has a row for a code.
        func has(_ code: String) throws -> Bool {
            let text = try SourceText.of("Tests/\(suite)")
            return try words.map(text.contains) ?? text.contains(try Regex(#"\.\#(code)\b"#))
        }
    }

    /// Refusals that no provider, or not the tenant, can cause.
    static let ownRefusals: [Refusal.Code: Reason] = [
        .registrationMalformed: Reason("the app's own settings", "MicrosoftIdentityTests/Authority/AuthorityTests"),
        .registrationUnknown: Reason("the app's own settings", "SignInTests/Accounts/TokenMemoryTests"),
        .directoryNotAdmitted: Reason(
            "what the app lets in, not what the provider sends", "SignInTests/MicrosoftAuthorityTests"),
        .keyIssuerMismatch: Reason("in the key set, which faults leave whole", "SignInProviderTests/IDTokenTests+Rows"),
        .clientKeyMalformed: Reason("the app's own key", "SignInTests/Grants/ClientAuthenticationTests"),
        .clientAssertionUnavailable: Reason("the app's own platform", "SignInTests/Grants/ClientAuthenticationTests"),
        .userDataTooLarge: Reason("the app's own data", "SignInTests/Accounts/UserDataTests"),
        .parameterReserved: Reason("the app's own parameters", "SignInTests/Flow/MissingEndpointTests"),
        .resourceMetadataMissing: Reason(description, "SignInProviderTests/Resource/ProtectedResourceMetadataTests"),
        .resourceMetadataMalformed: Reason(description, "SignInProviderTests/Resource/ProtectedResourceMetadataTests"),
        .resourceMismatch: Reason(description, "SignInProviderTests/Resource/ProtectedResourceMetadataTests"),
        .providerDeclined: Reason("the person's own answer", "SignInTests/API/APIConnectionTests"),
        .hostMalformed: Reason(metadata, "SignInProviderTests/ProviderMetadataTests"),
        .idTokenOutdated: Reason(token, "SignInProviderTests/RefreshedIDTokenTests"),
        .clientRegistrationUnsupported: Reason(metadata, "SignInTests/API/APIConnectionTests"),
        .clientRegistrationMalformed: Reason(
            "the tenant's own registration is right", "SignInProviderTests/Client/DynamicRegistrationTests"),
        .addressNotPublic: Reason("in the network, not at the provider", "SignInTests/API/APIReachTests"),
        .tokenNotBound: Reason("only for a client that asks for bound tokens", "SignInTests/Bound/BoundRefusalTests"),
        .pushedRequestUnsupported: Reason(metadata, "SignInTests/Bound/PushedRequestClientTests"),
        .pushedRequestMalformed: Reason(
            "only for a client that pushes; it is tried with the judge", "SignInTests/Bound/PushedRequestClientTests"),
        .securityProfileUnmet: Reason("the app's own settings", "SignInTests/Bound/FAPI2ProfileTests"),
        .keySetMissing: Reason(metadata, "SignInProviderTests/IDTokenTests+Rows"),
        .proofKeyUnsupported: Reason(metadata, "SignInTests/Flow/MissingEndpointTests"),
        .authorizationEndpointMissing: Reason(metadata, "SignInTests/Flow/MissingEndpointTests"),
        .requestMismatch: Reason("the app's own session", "SignInTests/Flow/RequestMismatchTests"),
        .authenticationTooOld: Reason(token, "SignInProviderTests/IDTokenTests+Rows"),
        .authenticationContextMismatch: Reason(token, "SignInProviderTests/IDTokenTests+Rows"),
        .notAnIDToken: Reason(token, "SignInProviderTests/IDTokenTests+Rows"),
        .notALogoutToken: Reason(token, "SignInProviderTests/LogoutTokenTests"),
        .userInfoUnsupported: Reason(userInfo, "SignInProviderTests/UserInfoTests"),
        .userInfoMalformed: Reason(userInfo, "SignInProviderTests/UserInfoTests"),
        .scopeNotGranted: Reason("the tenant gives what was asked for", "SignInTests/Accounts/GrantedScopeTests"),
        .profileMalformed: Reason(
            "only at providers of plain OAuth, which the tenant is not", "SignInProviderTests/IdentityTests"),
    ]
    private static let metadata = "no fault changes this of the metadata; it is tried with the judge"
    private static let description = "an API sends it, and no provider"
    private static let token = "no fault makes a token that says this; it is tried with the judge"
    private static let userInfo = "a sign-in does not ask for it; it is tried with the judge"

    static let ownTransportErrors: [TransportError.Code: Reason] = [
        .untrusted: Reason(
            "no rule changes the certificate of a server that is up", "TesseraCommandTests/TenantAddressTests",
            knownBy: "the certificate of https://localhost:"),
        .unusableTarget: Reason("the app's own address", "HTTPTransportTests/SystemTransportTests"),
        .unusableBody: Reason("the app's own content", "HTTPTransportTests/RequestBodyTests"),
        .unusableIdentity: Reason("the app's own files", "HTTPTransportTests/TransportIdentityTests"),
        .unusableProxy: Reason("the environment of the program", "HTTPTransportTests/ProxySettingsTests"),
        .missingLibrary: Reason(
            "the app's own system", "HTTPTransportTests/MissingLibraryTests", knownBy: "missingLibrary"),
        .outOfResources: Reason("the app's own system", "HTTPTransportTests/CurlDriverTests"),
    ]

    static let otherCausesOfJOSE: [JOSEError.Code: Reason] = [
        .jsonTooDeep: Reason(
            "the API for tests takes nothing that is nested so deeply", "JSONWebSignaturesTests/StrictJSONTests"),
        .jsonInvalid: Reason(
            "what is no JSON in a token is tried with the parser", "JSONWebSignaturesTests/Refusal+Tokens"),
        .algorithmNotAccepted: Reason(
            "metadata of the tenant announce one algorithm, and another is unknown to its keys",
            "JSONWebSignaturesTests/Refusal+Tokens"),
        .keyCurveMismatch: Reason("the tenant has RSA keys", "JSONWebSignaturesTests/Refusal+Tokens"),
        .keyMemberInvalid: Reason(leftOut, keys), .keyTypeUnsupported: Reason(leftOut, keys),
        .keyCurveUnsupported: Reason(leftOut, keys), .keyAlgorithmUnsupported: Reason(leftOut, keys),
        .rsaModulusTooSmall: Reason(leftOut, keys), .rsaModulusTooLarge: Reason(leftOut, keys),
        .rsaModulusInvalid: Reason(leftOut, keys),
        .rsaModulusWeak: Reason(leftOut, "JSONWebSignaturesTests/ROCAFingerprintTests"),
        .rsaExponentInvalid: Reason(leftOut, keys),
        .pointNotOnCurve: Reason(leftOut, keys),
        .rsaSizeUnsupported: Reason("only for who makes keys", keys),
        .privateKeyMismatch: Reason("only for who has private keys", keys),
        .keySetTooLarge: Reason(keySet, keys),
        .keySetMalformed: Reason(keySet, keys),
        .keySetTooManyKeys: Reason(keySet, keys),
    ]
    private static let keys = "JSONWebSignaturesTests/Refusal+Keys"
    private static let leftOut = "the key is left out of the set; the refusals of that, such as keyUnknown, have rows"
    private static let keySet = "the refusal is keySetMalformed, which has rows"

    /// Read from the sources: the set is open, so no type lists them.
    static func allRefusals() throws -> Set<Refusal.Code> {
        let text = try SourceText.of("Sources/Ground/OAuthMessages/Errors/Refusal+Code.swift")
        return Set(text.matches(of: #/Self\("(\w+)"\)/#).map { Refusal.Code(rawValue: String($0.1)) })
    }

    @Test func `every refusal has a row, or a reason`() throws {
        let met = Set(
            FaultRow.all.compactMap { if case .refusal(let code) = $0.outcome { code } else { nil } }
                + TokenDefectRow.all.compactMap(\.code))
        let all = try Self.allRefusals()
        #expect(all.count > 30)
        #expect(all.subtracting(met) == Set(Self.ownRefusals.keys))
    }

    @Test func `every failure of the transport has a row, or a reason`() throws {
        let met = FaultRow.all.compactMap { if case .transport(let code) = $0.outcome { code } else { nil } }
        #expect(
            try SourceText.codes(of: TransportError.Code.self, in: "Ground/HTTPTransport/TransportError.swift")
                .subtracting(met) == Set(Self.ownTransportErrors.keys))
    }

    @Test func `every finding of the signing library has a row, or a reason`() {
        let met = TokenDefectRow.all.compactMap(\.cause)
        #expect(Set(JOSEError.Code.allCases).subtracting(met) == Set(Self.otherCausesOfJOSE.keys))
    }

    @Test func `a suite that is named as the reason has the row`() throws {
        for (code, reason) in Self.ownRefusals { #expect(try reason.has(code.rawValue), "\(code)") }
        for (code, reason) in Self.ownTransportErrors { #expect(try reason.has(code.rawValue), "\(code)") }
        for (code, reason) in Self.otherCausesOfJOSE { #expect(try reason.has(code.rawValue), "\(code)") }
    }

    @Test func `every fault has a row`() {
        let met = Set(FaultRow.all.map(\.fault.kind) + TokenDefectRow.all.map(\.defect.kind.rawValue))
        #expect(Set(Fault.kinds).subtracting(met).isEmpty, "\(Set(Fault.kinds).subtracting(met))")
    }
}
