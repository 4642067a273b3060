// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// A tenant that asks for certificates, and a client that has one.
struct CertifiedClient: Sendable {
    static let id = "till"

    let site: Site
    let certificate: TestCertificate

    /// A client whose certificate is among its keys; it acts for itself.
    init(secret: String? = nil, change: (inout ClientMetadata) -> Void = { _ in }) async throws {
        let site = try Site(asksForCertificates: true)
        let certificate = try TestCertificate(named: "till", from: site.clock.now)
        try await self.init(at: site, with: certificate, secret: secret) { metadata in
            (metadata.authenticationMethods, metadata.keySet) = ([.selfSignedCertificate], certificate.keySet)
            change(&metadata)
        }
    }

    init(
        at site: Site, with certificate: TestCertificate, secret: String? = nil, change: (inout ClientMetadata) -> Void
    ) async throws {
        (self.site, self.certificate) = (site, certificate)
        try await site.add(
            StandardClient(
                id: Self.id,
                metadata: ClientMetadata(name: "Till") {
                    ($0.grantTypes, $0.responseTypes, $0.scopes) = ([.clientCredentials], [], ["orders.read"])
                    change(&$0)
                }, secretHash: secret.map(SecretHash.of)))
    }

    func ask(
        presenting der: Data?, adding more: FormParameters = [:], to authority: String = Site.certificateAuthority
    ) async throws -> Answer {
        let form: FormParameters = ["grant_type": "client_credentials", "client_id": Self.id]
        return try await site.post("/op/token", form.adding(more), to: authority, presenting: der)
    }

    func token() async throws -> String? { try await ask(presenting: certificate.der).object()["access_token"]?.string }
}
