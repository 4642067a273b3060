// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 8705 §2.1.2, §2.2.2, §3.3, §3.4, §5.
@Suite struct CertificateRegistrationTests {
    private static let endpoints = [
        "token_endpoint", "revocation_endpoint", "introspection_endpoint", "userinfo_endpoint",
        "device_authorization_endpoint", "pushed_authorization_request_endpoint",
    ]

    @Test func `a tenant that asks for certificates says where, and the others say nothing of it`() async throws {
        let path = "/op/.well-known/openid-configuration"
        let asking = try await Site(asksForCertificates: true).send(.get, path).object()
        let aliases = try #require(asking["mtls_endpoint_aliases"]?.object)
        #expect(Set(aliases.keys) == Set(Self.endpoints))
        for name in Self.endpoints {
            let usual = asking[name]?.string
            #expect(
                aliases[name]?.string
                    == usual?.replacing("http://127.0.0.1:4400", with: "https://localhost:4401"), "\(name)")
        }
        #expect(asking["tls_client_certificate_bound_access_tokens"] == .boolean(true))
        let methods = asking["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string) ?? []
        #expect(methods.contains("tls_client_auth") && methods.contains("self_signed_tls_client_auth"))
        let plain = try await Site().send(.get, path).object()
        #expect(plain["mtls_endpoint_aliases"] == nil && plain["tls_client_certificate_bound_access_tokens"] == nil)
        #expect(plain["token_endpoint_auth_methods_supported"]?.text.contains("tls") == false)
    }

    @Test func `a certificate counts only where the tenant asks for one`() async throws {
        let answer = try await CertifiedClient().site.send(.get, "/op/jwks", to: "localhost:4402")
        #expect(answer.status == .misdirectedRequest)
    }

    private let authority: TestCertificate
    private let certificate: TestCertificate

    init() throws {
        authority = try TestCertificate(named: "authority", isAuthority: true, from: Date())
        certificate = try TestCertificate(named: "till", signedBy: authority, from: Date())
    }

    private func read(_ members: [String: JSONValue]) throws -> (StandardClient, [String]) {
        var object = DocumentObject(members.merging(["client_id": .string("till")]) { $1 })
        return (StandardClient(reading: &object), object.problems.map(\.pointer))
    }

    private var signed: [String: JSONValue] {
        [
            "token_endpoint_auth_method": .string("tls_client_auth"),
            "tls_client_auth_subject_dn": .string("CN=till"),
            "tls_client_auth_authorities": .texts([authority.der.base64EncodedString()]),
            "tls_client_certificate_bound_access_tokens": .boolean(true),
        ]
    }

    @Test func `a client of a file is written as it was read`() throws {
        let (client, problems) = try read(signed)
        #expect(problems.isEmpty)
        #expect(client.metadata.bindsTokensToCertificate)
        let subject = CertificateSubject(kind: .distinguishedName, name: "CN=till", authorities: [authority.der])
        #expect(client.metadata.certificateSubject == subject)
        let written = try #require(client.fileObject.object)
        for (name, value) in signed { #expect(written[name] == value, "\(name)") }
        #expect(try read(written).0 == client)
    }

    @Test func `a client of a file is refused that lacks one thing`() throws {
        let rows: [(String, JSONValue?, String)] = [
            ("tls_client_auth_subject_dn", nil, "/tls_client_auth_subject_dn"),
            ("tls_client_auth_subject_dn", .string("till"), "/tls_client_auth_subject_dn"),
            ("tls_client_auth_san_dns", .string("till.example"), "/tls_client_auth_san_dns"),
            ("tls_client_auth_san_ip", .string("10.0.0"), "/tls_client_auth_san_ip"),
            ("tls_client_auth_authorities", nil, "/tls_client_auth_authorities"),
            ("tls_client_auth_authorities", .texts(["AAAA"]), "/tls_client_auth_authorities"),
            (
                "tls_client_certificate_bound_access_tokens", .string("yes"),
                "/tls_client_certificate_bound_access_tokens"
            ),
            ("token_endpoint_auth_method", .string("self_signed_tls_client_auth"), "/jwks"),
        ]
        for (name, value, pointer) in rows {
            var members = signed
            members[name] = value
            #expect(try read(members).1.contains(pointer), "\(name)")
        }
        let own = try StrictJSON.object(in: certificate.keySet.utf8)
        let (client, problems) = try read([
            "token_endpoint_auth_method": .string("self_signed_tls_client_auth"), "jwks": .object(own),
        ])
        #expect(problems.isEmpty && client.metadata.registeredCertificates == [certificate.der])
    }

    @Test func `a client registers its own certificate, where the tenant asks for one`() async throws {
        let json =
            #"{"redirect_uris":["https://a.example/"],"tls_client_certificate_bound_access_tokens":true,"#
            + #""token_endpoint_auth_method":"self_signed_tls_client_auth","jwks":\#(certificate.keySet)}"#
        for (asks, status) in [(true, HTTPResponse.Status.created), (false, .badRequest)] {
            let answer = try await Site(asksForCertificates: asks).register(json)
            #expect(answer.status == status, "\(answer.text)")
            guard asks else { continue }
            let members = try answer.object()
            #expect(members["tls_client_certificate_bound_access_tokens"] == .boolean(true))
            #expect(members["tls_client_auth_authorities"] == nil)
        }
    }

    @Test func `a client cannot name an authority for itself`() async throws {
        var members = signed
        members["redirect_uris"] = .texts(["https://a.example/"])
        let answer = try await Site(asksForCertificates: true).register(JSONValue.object(members).text)
        #expect(answer.errorCode == "invalid_client_metadata")
    }
}
