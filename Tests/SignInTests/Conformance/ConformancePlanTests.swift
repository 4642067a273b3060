// SPDX-License-Identifier: Apache-2.0

import Fixtures

/// Each module of the plans has a test.
@Suite struct ConformancePlanTests {
    private static let prefix = "oidcc-client-test"

    /// The modules, without ``prefix``, in the order of `OIDCCClientBasicTestPlan` and its Form Post twin.
    static let basic = [
        "", "invalid-iss", "missing-sub", "invalid-aud", "missing-iat", "kid-absent-single-jwks",
        "kid-absent-multiple-jwks", "idtoken-sig-rs256", "idtoken-sig-none", "invalid-sig-rs256",
        "userinfo-invalid-sub", "nonce-invalid", "scope-userinfo-claims", "client-secret-basic",
    ]

    /// `OIDCCClientConfigTestPlan`.
    static let config = [
        "discovery-openid-config", "discovery-jwks-uri-keys", "discovery-issuer-mismatch", "idtoken-sig-none",
        "signing-key-rotation-just-before-signing", "signing-key-rotation",
    ]

    /// The rest of `OIDCCClientTestPlan`, without `mtls-endpoint-aliases`, which needs a certificate.
    static let comprehensive = [
        "missing-aud", "userinfo-bearer-header", "userinfo-bearer-body", "nonce-unless-code-flow", "missing-chash",
        "invalid-chash", "invalid-athash", "missing-athash", "form-post-error", "invalid-sig-hs256",
        "invalid-sig-es256", "aggregated-claims", "distributed-claims", "ignores-unparseable-key-in-jwks",
        "userinfo-signed",
    ]

    /// `OIDCCClientRefreshTokenProfileTestPlan`, and two modules that are in no plan.
    static let refresh = [
        "refresh-token", "refresh-token-invalid-issuer", "refresh-token-invalid-sub", "refresh-token-invalid-aud",
        "refresh-token-invalid-azp",
    ]

    /// `OIDCCClientBackChannelLogoutRPBasicTestPlan`.
    static let backChannelLogout = [
        "", "-alg-none", "-no-event", "-with-nonce", "-wrong-alg", "-wrong-aud", "-wrong-event", "-wrong-iss",
    ].map { "rp-backchannel-rpinitlogout" + $0 }

    /// `OIDCCClientTestRPInitLogout` and the two modules beside it.
    static let logout = ["rp-init-logout", "rp-init-logout-invalid-state", "rp-init-logout-no-state"]

    /// The modules named by the tests beside this file.
    private static func tested() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.lastPathComponent.hasSuffix("ProfileTests.swift") }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: #/func `([^`:]*):/#).flatMap {
                $0.1.split(separator: ", ").map(String.init)
            }
        }
    }

    @Test func `each module of the plans has its test, and each test its module`() throws {
        let plans = Self.basic + Self.config + Self.comprehensive + Self.refresh + Self.backChannelLogout + Self.logout
        let names = plans.map { $0.isEmpty ? Self.prefix : "\(Self.prefix)-\($0)" }
        let tested = try Self.tested()
        #expect(Set(tested) == Set(names))
        #expect(tested.count == Set(tested).count, "no module is tested twice")
    }
}
