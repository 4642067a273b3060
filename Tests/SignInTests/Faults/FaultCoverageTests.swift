// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import JOSE
import OAuth
import SignInTesting
import Testing

/// Every refusal that a provider can cause has a fault that causes it.
@Suite struct FaultCoverageTests {
    /// What no provider can cause, and why.
    static let ownRefusals: [Refusal.Code: String] = [
        .registrationMalformed: "the app's own settings",
        .registrationUnknown: "the app's own settings",
        .directoryNotAdmitted: "what the app lets in, not what the provider sends: MicrosoftAuthorityTests",
        .keyIssuerMismatch: "in the key set, which faults leave whole: MicrosoftAuthorityTests",
        .clientKeyMalformed: "the app's own key",
        .clientAssertionUnavailable: "the app's own platform",
        .userDataTooLarge: "the app's own data",
        .keySetMissing: metadata, .proofKeyUnsupported: metadata,
        .authorizationEndpointMissing: metadata,
        .requestMismatch: "the app's own session: RequestMismatchTests",
        .authenticationTooOld: token, .authenticationContextMismatch: token,
        .notAnIDToken: token, .notALogoutToken: token,
        .userInfoUnsupported: userInfo, .userInfoMalformed: userInfo,
        .scopeNotGranted: "the tenant gives what was asked for: GrantedScopeTests",
        .profileMalformed: "only at providers of plain OAuth, which the tenant is not: ProfileEndpointTests",
    ]
    private static let metadata = "no fault changes this of the metadata; it is tried with the judge: ProviderTests"
    private static let token = "no fault makes a token that says this; it is tried with the judge: ProviderTests"
    private static let userInfo = "a sign-in does not ask for it; it is tried with the judge: ProviderTests"

    static let ownTransportErrors: [TransportError.Code: String] = [
        .untrusted: "no rule changes the certificate of a server that is up: TLSTests",
        .unusableTarget: "the app's own address",
    ]

    static let otherCausesOfJOSE: [JOSEError.Code: String] = [
        .jsonTooDeep: "the API for tests takes nothing that is nested so deeply; it is tried by the vectors: JOSETests",
        .jsonInvalid: "what is no JSON in a token is tried by the vectors: JOSETests",
        .algorithmNotAccepted: "metadata of the tenant announce one algorithm, and another is unknown to its keys",
        .keyCurveMismatch: "the tenant has RSA keys; other keys are tried by the vectors: JOSETests",
        .keyMemberInvalid: leftOut, .keyTypeUnsupported: leftOut, .keyCurveUnsupported: leftOut,
        .keyAlgorithmUnsupported: leftOut, .rsaModulusTooSmall: leftOut, .rsaModulusTooLarge: leftOut,
        .rsaModulusInvalid: leftOut, .rsaExponentInvalid: leftOut, .pointNotOnCurve: leftOut,
        .rsaSizeUnsupported: "only for who makes keys", .privateKeyMismatch: "only for who has private keys",
        .keySetTooLarge: keySet, .keySetMalformed: keySet, .keySetTooManyKeys: keySet,
    ]
    private static let leftOut = "the key is left out of the set; the refusals of that, such as keyUnknown, have rows"
    private static let keySet = "the refusal is keySetMalformed, which has rows"

    /// The names of all codes, from where they are written: the set is open, so no type lists them.
    static func allRefusals() throws -> Set<Refusal.Code> {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/OAuth/Refusal+Code.swift").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
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

    @Test func `every failure of the transport has a row, or a reason`() {
        let met = FaultRow.all.compactMap { if case .transport(let code) = $0.outcome { code } else { nil } }
        #expect(Set(TransportError.Code.allCases).subtracting(met) == Set(Self.ownTransportErrors.keys))
    }

    @Test func `every finding of the signing library has a row, or a reason`() {
        let met = TokenDefectRow.all.compactMap(\.cause)
        #expect(Set(JOSEError.Code.allCases).subtracting(met) == Set(Self.otherCausesOfJOSE.keys))
    }

    @Test func `every fault has a row`() {
        let met = Set(FaultRow.all.map(\.fault.kind) + TokenDefectRow.all.map(\.defect.kind.rawValue))
        #expect(Set(Fault.kinds).subtracting(met).isEmpty, "\(Set(Fault.kinds).subtracting(met))")
    }
}
