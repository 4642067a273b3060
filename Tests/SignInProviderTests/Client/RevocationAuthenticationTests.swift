// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import SignInProvider
import Testing

/// How a client may authenticate at the revocation endpoint. RFC 8414 §2
@Suite struct RevocationAuthenticationTests {
    private static func ways(_ registered: ClientAuthentication, offered: String?) async throws -> [String] {
        let methods = offered.map { #","revocation_endpoint_auth_methods_supported":\#($0)"# } ?? ""
        let metadata = String(FakeProvider.metadata.dropLast()) + methods + "}"
        let provider = try await FakeProvider(metadata: metadata).discovered(time: .system)
        return provider.revocationAuthentications(of: registered).map { way in
            switch way {
            case .none: "none"
            case .secret(_, let method): method?.rawValue ?? "usual"
            case .privateKeyJWT: "private_key_jwt"
            case .mutualTLS: "mutual_tls"
            case .federatedAssertion: "federated"
            }
        }
    }

    @Test(arguments: [nil, "[]", #"["client_secret_post"]"#, #"["none"]"#, "7"])
    func `a public client always asks: many providers serve it unnamed`(_ offered: String?) async throws {
        #expect(try await Self.ways(.none, offered: offered) == ["none"])
    }

    @Test(
        arguments: [
            (nil, ["client_secret_basic"]), (#"["client_secret_post"]"#, ["client_secret_post"]),
            ("[]", ["client_secret_basic"]),
            (#"["private_key_jwt"]"#, []), ("7", ["client_secret_basic"]),
            (#"["x","client_secret_post","client_secret_basic"]"#, ["client_secret_basic"]),
        ] as [(String?, [String])])
    func `a secret goes by a method that the endpoint offers`(_ offered: String?, _ ways: [String]) async throws {
        #expect(try await Self.ways(.secret(Redacted("s")), offered: offered) == ways)
    }

    @Test(
        arguments: [(nil, 1), (#"["self_signed_tls_client_auth"]"#, 1), (#"["client_secret_basic"]"#, 0)]
            as [(String?, Int)])
    func `a certificate serves where the endpoint takes one, or does not say`(
        _ offered: String?, _ count: Int
    ) async throws {
        #expect(try await Self.ways(.mutualTLS, offered: offered).count == count)
    }
}
