// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import MicrosoftIdentity
import SignInTesting
import TenantAuthorization

@testable import TenantDirectory

/// Each kind of authority at the tenant.
@Suite struct MicrosoftAuthorityTests {
    /// Directory or user flow, app, and scopes.
    static let customers: [(String, String, ScopeSet)] = [
        (SampleApp.customersDomain, SampleApp.customerPortalID, ["offline_access", "email"]),
        (SampleApp.customersID, SampleApp.customerPortalID, ["offline_access", "email"]),
        (
            "\(SampleApp.customersDomain)/B2C_1_susi", SampleApp.customerTasksID,
            ["offline_access", SampleApp.customerTasksID]
        ),
        (
            "tfp/\(SampleApp.customersDomain)/B2C_1_susi", SampleApp.customerTasksID,
            ["offline_access", SampleApp.customerTasksID]
        ),
        (
            "te/\(SampleApp.customersDomain)/B2C_1_susi", SampleApp.customerTasksID,
            ["offline_access", SampleApp.customerTasksID]
        ),
        (
            "\(SampleApp.customersDomain)?p=B2C_1_susi", SampleApp.customerTasksID,
            ["offline_access", SampleApp.customerTasksID]
        ),
    ]

    @Test(arguments: customers.indices) func `a customer signs in, and the sign-in goes on`(_ row: Int) async throws {
        let (path, clientID, scopes) = Self.customers[row]
        let tenant = try await withTenant { $0 }
        let person = "ines.kallio@mailbox.example"
        try await tenant.signInAutomatically(AutomaticSignIn(clientID: clientID, person: person))
        let address = "\(Self.base(of: tenant))/\(path)"
        let isExternal = clientID == SampleApp.customerPortalID
        let authority =
            isExternal ? Authority.externalID(try #require(ExternalIDAuthority(address))) : try Authority(address)
        let transport = TamperingTransport(tenant.transport)
        let flow = self.flow(tenant, authority, clientID, scopes, over: transport)
        let account = try await flow.signIn(at: tenant)
        #expect(account.identity.objectID == "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135")
        #expect(account.identity.tenantID == (isExternal ? SampleApp.customersID : nil))
        tenant.clock.advance(by: .seconds(3 * 3600))
        transport.forget()
        _ = try await flow.session(of: account).accessToken(for: flow.registration.scopes)
        let refresh = try #require(transport.sent.first { $0.request.path?.contains("/token") == true }?.form)
        #expect(refresh["scope"]?.contains("offline_access") == true, "scopes are said again on refresh")
    }

    @Test func `an app of several directories lets in those that it names`() async throws {
        let tenant = try await withTenant { $0 }
        let home = try #require(DirectoryID(rawValue: try await tenant.platform.context.tenant().id))
        for (admitted, isIn) in [([home], true), ([.personalAccounts], false), ([], false)] as [(Set, Bool)] {
            let entra = try #require(EntraAuthority("\(Self.base(of: tenant))/organizations"))
            let flow = self.flow(
                tenant, .entra(entra.admitting(admitted)), tenant.registration.clientID, ["offline_access"])
            let outcome = await Outcome { _ = try await flow.signIn(at: tenant) }
            #expect(outcome == (isIn ? .accepted : .refusal(.directoryNotAdmitted)))
        }
    }

    /// The issuer of the tenant's keys, and whether they sign for a person of its directory.
    static let keyIssuers: [(String?, Bool)] = [
        (nil, true), ("{base}/{tenantid}/v2.0", true), ("{base}/{id}/v2.0", true),
        ("{base}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", false), ("https://login.example/{tenantid}/v2.0", false),
    ]

    @Test(arguments: keyIssuers)
    func `a key of another issuer cannot sign in a user`(_ keyIssuer: String?, _ isGood: Bool) async throws {
        let tenant = try await withTenant { $0 }
        let id = try await tenant.platform.context.tenant().id
        let issuer = keyIssuer?.replacing("{base}", with: Self.base(of: tenant)).replacing("{id}", with: id)
        let transport = TamperingTransport(tenant.transport)
        transport.change { request, response in
            guard request.path?.hasSuffix("/keys") == true else { return }
            var json = try JSONSerialization.jsonObject(with: response.body) as? [String: [[String: Any]]] ?? [:]
            json["keys"] = json["keys"]?.map { key in
                var key = key
                key["issuer"] = issuer
                return key
            }
            response.body = try JSONSerialization.data(withJSONObject: json)
        }
        let authority = try Authority("\(Self.base(of: tenant))/common")
        let flow = self.flow(
            tenant, authority, tenant.registration.clientID, ["offline_access"], over: transport)
        let outcome = await Outcome { _ = try await flow.signIn(at: tenant) }
        #expect(outcome == (isGood ? .accepted : .refusal(.keyIssuerMismatch)))
    }

    private static func base(of tenant: TestTenant) -> String { tenant.address.absoluteString }

    private func flow(
        _ tenant: TestTenant, _ authority: Authority, _ clientID: String, _ scopes: ScopeSet,
        over transport: (any Transport)? = nil
    ) -> SignInFlow {
        let registration = ClientRegistration(
            name: "app", authority: authority, clientID: clientID, redirectURI: tenant.registration.redirectURI,
            scopes: scopes)
        let clock = tenant.clock
        return SignInFlow(
            registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), over: transport ?? tenant.transport, time: clock.time))
    }
}
