// SPDX-License-Identifier: Apache-2.0
import Fixtures
import X509Certificates

@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 8705 §2.
@Suite struct CertificateAuthenticationTests {
    @Test func `a client proves itself by the certificate among its keys`() async throws {
        let client = try await CertifiedClient()
        #expect(try await client.ask(presenting: client.certificate.der).status == .ok)
        let other = try TestCertificate(named: "till", from: client.site.clock.now)
        for der in [nil, other.der, Data("nonsense".utf8), Data()] {
            #expect(try await client.ask(presenting: der).errorCode == "invalid_client")
        }
        let withSecret = try await client.ask(presenting: client.certificate.der, adding: ["client_secret": "s"])
        #expect(withSecret.errorCode == "invalid_client")
        let unknown: FormParameters = ["grant_type": "client_credentials", "client_id": "nobody"]
        let answer = try await client.site.post(
            "/op/token", unknown, to: Site.certificateAuthority, presenting: client.certificate.der)
        #expect(answer.errorCode == "invalid_client")
    }

    @Test func `a client without that method proves nothing by a certificate`() async throws {
        let client = try await CertifiedClient { $0.authenticationMethods = [.privateKey] }
        #expect(try await client.ask(presenting: client.certificate.der).errorCode == "invalid_client")
    }

    @Test func `each method takes its own certificates alone`() async throws {
        let signed = try Signed()
        let own = try TestCertificate(named: "own", from: signed.site.clock.now)
        let subject = CertificateSubject(kind: .dnsName, name: "till.example", authorities: [signed.authority.der])
        for (method, certificate, other) in [
            (ClientMetadata.AuthenticationMethod.certificate, signed.certificate, own),
            (.selfSignedCertificate, own, signed.certificate),
        ] {
            let client = try await CertifiedClient(at: try Site(asksForCertificates: true), with: certificate) {
                ($0.authenticationMethods, $0.keySet, $0.certificateSubject) = ([method], own.keySet, subject)
            }
            #expect(try await client.ask(presenting: certificate.der).status == .ok)
            #expect(try await client.ask(presenting: other.der).errorCode == "invalid_client")
        }
    }

    @Test func `only the first certificate of a key is used, not its issuers`() async throws {
        let above = try TestCertificate(named: "above", from: Date())
        let client = try await CertifiedClient {
            $0.keySet = $0.keySet?.replacing(#""]}"#, with: #"","\#(above.der.base64EncodedString())"]}"#)
        }
        #expect(try await client.ask(presenting: client.certificate.der).status == .ok)
        #expect(try await client.ask(presenting: above.der).errorCode == "invalid_client")
    }

    /// Two texts with one signature can be made with SHA-1.
    @Test func `a certificate with a signature over SHA-1 is refused`() async throws {
        let (authority, start) = (try TestCertificate(named: "authority", isAuthority: true, from: Date()), Date())
        let subject = CertificateSubject(kind: .distinguishedName, name: "CN=till", authorities: [authority.der])
        let strong = try TestCertificate(named: "till", signedBy: authority, from: start)
        #expect(await subject.isSubject(of: strong.der, now: start))
        let rsa = CertificateSubject(
            kind: .distinguishedName, name: "CN=till", authorities: [SHA1Certificates.authority])
        for (leaf, isRight) in [(SHA1Certificates.strong, true), (SHA1Certificates.weak, false)] {
            #expect(await rsa.isSubject(of: leaf, now: SHA1Certificates.time) == isRight)
            #expect(X509Certificate(derEncoded: leaf)?.isSignedWithSHA1 == !isRight)
        }
    }

    private struct Signed {
        let site: Site
        let authority: TestCertificate
        let certificate: TestCertificate

        init() throws {
            site = try Site(asksForCertificates: true)
            authority = try TestCertificate(named: "authority", isAuthority: true, from: site.clock.now)
            certificate = try Self.certificate(signedBy: authority, from: site.clock.now)
        }

        static func certificate(
            named name: String = "till", signedBy authority: TestCertificate?, usage: [ExtendedKeyUsage]? = nil,
            from start: Date
        ) throws -> TestCertificate {
            try TestCertificate(
                DistinguishedName(.organization("Aldervale, Ltd"), .commonName(name)),
                names: [
                    .dnsName("\(name).example"), .uniformResourceIdentifier("https://\(name).example/x"),
                    .rfc822Name("\(name)@example.com"),
                    .ipAddress([10, 0, 0, UInt8(name.utf8.count)]),
                    .ipAddress([0xFD] + [UInt8](repeating: 0, count: 14) + [UInt8(name.utf8.count)]),
                ], signedBy: authority, usage: usage, from: start)
        }

        func client(_ kind: CertificateSubject.Kind, _ name: String) async throws -> CertifiedClient {
            try await CertifiedClient(at: site, with: certificate) {
                $0.authenticationMethods = [.certificate]
                $0.certificateSubject = CertificateSubject(kind: kind, name: name, authorities: [authority.der])
            }
        }
    }

    static let names: [(CertificateSubject.Kind, String, String)] = [
        (.distinguishedName, #"CN=till,O=Aldervale\, Ltd"#, #"CN=till,O=Aldervale"#),
        (.distinguishedName, #"cn=till, o=Aldervale\2C Ltd"#, #"O=Aldervale\, Ltd,CN=till"#),
        (.distinguishedName, #"2.5.4.3=till,2.5.4.10=Aldervale\, Ltd"#, "CN=till"),
        (.dnsName, "till.example", "example"), (.uri, "https://till.example/x", "https://till.example/"),
        (.email, "till@example.com", "other@example.com"), (.address, "10.0.0.4", "10.0.0.5"),
        (.address, "fd00::4", "fd00::5"),
    ]

    @Test(arguments: names.indices)
    func `a client proves itself by a name that an authority signed`(_ row: Int) async throws {
        let (kind, right, wrong) = Self.names[row]
        for (name, isRight) in [(right, true), (wrong, false)] {
            let client = try await Signed().client(kind, name)
            let answer = try await client.ask(presenting: client.certificate.der)
            #expect((answer.status == .ok) == isRight, "\(name)")
        }
    }

    @Test func `a certificate is refused that lacks one thing`() async throws {
        let signed = try Signed()
        let now = signed.site.clock.now
        let client = try await signed.client(.dnsName, "till.example")
        let other = try TestCertificate(named: "authority", isAuthority: true, from: now)
        let between = try TestCertificate(named: "between", signedBy: signed.authority, isAuthority: true, from: now)
        let bare = try TestCertificate(named: "till", signedBy: signed.authority, from: now)
        let rows: [(String, TestCertificate)] = [
            ("its own signature", try Signed.certificate(signedBy: nil, from: now)),
            ("another authority of that name", try Signed.certificate(signedBy: other, from: now)),
            ("another name", try Signed.certificate(named: "tills", signedBy: signed.authority, from: now)),
            ("no such name", bare),
            ("a signature of another client", try Signed.certificate(signedBy: bare, from: now)),
            ("for servers", try Signed.certificate(signedBy: signed.authority, usage: .init([.serverAuth]), from: now)),
            ("from tomorrow", try Signed.certificate(signedBy: signed.authority, from: now + 1)),
            ("of yesterday", try Signed.certificate(signedBy: signed.authority, from: now - 86_401)),
            ("an authority between them", try Signed.certificate(signedBy: between, from: now)),
        ]
        for (name, certificate) in rows {
            #expect(try await client.ask(presenting: certificate.der).errorCode == "invalid_client", "\(name)")
        }
        for usage in [ExtendedKeyUsage.clientAuth, .any] {
            let forClients = try Signed.certificate(signedBy: signed.authority, usage: .init([usage]), from: now)
            #expect(try await client.ask(presenting: forClients.der).status == .ok)
        }
        #expect(try await client.ask(presenting: signed.certificate.der).status == .ok)
        // The authority ends with its certificates.
        signed.site.clock.advance(by: .seconds(86_401))
        #expect(try await client.ask(presenting: signed.certificate.der).errorCode == "invalid_client")
    }

    // RFC 4514 §4
    @Test(
        arguments: [
            "UID=jsmith,DC=example,DC=net", "OU=Sales+CN=J.  Smith,DC=example,DC=net",
            #"CN=James \"Jim\" Smith\, III,DC=example,DC=net"#, #"CN=Before\0dAfter,DC=example,DC=net"#,
            #"CN=Lu\C4\8Di\C4\87"#, #"CN=\ a\ "#, "CN=a b , O=c", ##"CN=\#x"##, "CN=a=b",
        ])
    func `a distinguished name is read`(_ text: String) { #expect(DistinguishedNameText(text) != nil) }

    @Test func `spellings of one name are equal, and others are not`() throws {
        let name = try #require(DistinguishedNameText(#"CN=a\, b+OU=c,O=d"#))
        for same in [#"ou=c+cn=a\2c b,o=d"#, #"CN = a\, b + OU = c , O = d"#, #"2.5.4.3=a\, b+OU=c,O=d"#] {
            #expect(DistinguishedNameText(same) == name, "\(same)")
        }
        for other in [#"CN=a\, b,OU=c,O=d"#, #"O=d,CN=a\, b+OU=c"#, #"CN=A\, b+OU=c,O=d"#, #"CN=a\, b+OU=c"#] {
            #expect(DistinguishedNameText(other) != name && DistinguishedNameText(other) != nil, "\(other)")
        }
        let certificate = DistinguishedName(.organization("d"), .commonName("a, b"))
        #expect(DistinguishedNameText(certificate) == DistinguishedNameText(#"CN=a\, b,O=d"#))
        // The Kelvin sign equals the letter K for Unicode.
        #expect(DistinguishedNameText("CN=ban\u{212A}") != DistinguishedNameText("CN=banK"))
        let several = DistinguishedName([[.commonName("a"), .organizationalUnit("b")]])
        #expect(DistinguishedNameText(several) == DistinguishedNameText("OU=b+CN=a"))
        #expect(DistinguishedNameText(several) != DistinguishedNameText("OU=b,CN=a"))
    }

    @Test(
        arguments: [
            "", " ", "CN", "CN=", "=a", "CN=a,", ",CN=a", "CN=a,,O=b", "CN=a+", "CN=a+CN=a", "XX=a", "1.=", #"CN=a\"#,
            #"CN=a\4"#, #"CN=a\xx"#, #"CN=a\FF"#, "CN=#04024869", #"CN="a""#, "CN=a;O=b", "CN=<a>", "CN=\u{0}", "CN= ",
            "CN=" + String(repeating: "a", count: 2048),
        ])
    func `text that is no distinguished name is refused`(_ text: String) { #expect(DistinguishedNameText(text) == nil) }

    @Test func `a name of any bytes is read, or not, in its time`() {
        var generator = SystemRandomNumberGenerator()
        let signs = Array(#"CNO=,+\ "#.utf8) + [0, 0x34, 0x41, 0xC4, 0xFF, 0x23, 0x22]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in signs.randomElement() ?? 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(DistinguishedNameText(text) == DistinguishedNameText(text))
        }
    }
}
