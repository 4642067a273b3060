// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JOSE
import OAuth
import Testing

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantFixtures
@testable import TenantStandard
@testable import TenantTesting

/// Rules reach every service of the tenant, and answers that travel in forms.
@Suite struct FaultPlaceTests {
    let site: Site

    init() throws { site = try Site() }

    static let formFaults: [(RedirectFault, @Sendable (PageForm) -> Bool)] = [
        (.wrongState, { $0.fields["state"] == "the state of another request" }),
        (.missingState, { $0.fields["state"] == nil && $0.fields["code"] != nil }),
        (.wrongIssuerInRedirect, { $0.fields["iss"] == "https://another-provider.example" }),
        (.missingCode, { $0.fields["code"] == nil && $0.fields["state"] != nil }),
        (.duplicateParameter, { $0.fields.all("state").count == 2 }),
        (.wrongRedirect, { $0.action.hasSuffix("/elsewhere") }),
        (.unreadableRedirect, { $0.fields["code"] != nil && $0.fields["state"] == "state-1" }),
    ]

    @Test(arguments: formFaults.indices) func `a redirect's fault is in the page that posts the answer too`(
        _ index: Int
    ) async throws {
        let (fault, holds) = Self.formFaults[index]
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("response_mode", "form_post")
        let good = try await browser.open(request)
        _ = try await site.platform.context.faults.add(FaultRule(.redirect(fault)))
        let page = try await browser.open(request)
        #expect(holds(page.form), "\(page.text)")
        #expect(page["Content-Security-Policy"] == good["Content-Security-Policy"])
        #expect(page.text.contains("<script>\(FormPostPage.script)</script>"))
        #expect(try await site.platform.context.faults.all().first?.hits == (fault == .unreadableRedirect ? 0 : 1))
    }

    @Test func `what stands in the form stays escaped`() throws {
        let page = """
            <form method="post" action="https://a.example/b?c&amp;d">
            <input type="hidden" name="code" value="1">
            <input type="hidden" name="state" value="&lt;b&gt;&quot;&amp;lt;&#39;">
            </form><script>\(FormPostPage.script)</script>
            """
        let spoiled = try #require(RedirectFault.duplicateParameter.spoil(page: page))
        #expect(spoiled.contains(#"name="state" value="&lt;b&gt;&quot;&amp;lt;&#39;">"#))
        #expect(RedirectFault.wrongState.spoil(page: page.replacing("code", with: "username")) == nil)
        #expect(RedirectFault.wrongState.spoil(page: page.replacing("document", with: "other")) == nil)
    }

    @Test func `the standard provider has faults of its own`() async throws {
        let rule = FaultRule(.error(ErrorAnswer("access_denied", status: 403)), directory: "op")
        _ = try await site.platform.context.faults.add(rule)
        let token = try await site.post("/op/token", .standardRedeeming("a"))
        #expect(token.status == .forbidden && token.errorCode == "access_denied")
        #expect(try await site.send(.get, "/op/userinfo").errorCode == "access_denied")
        #expect(try await site.post("/op/par", .standardRequest).errorCode == "access_denied")
        let redirect = try await site.send(.get, "/op/authorize?\(FormParameters.standardRequest.encoded)")
        #expect(redirect.carried["error"] == "access_denied" && redirect.carried["state"] == "state-1")
        #expect(redirect.carried["iss"] == "http://\(Site.authority)/op")
        #expect(try await site.send(.get, "/common/v2.0/.well-known/openid-configuration").status == .ok)
    }

    @Test(arguments: ["wrongNonce", "expired", "wrongKey", "algNone", "algHS256"])
    func `a token of the standard provider is spoiled and signed by the key that signed it`(
        _ kind: String
    ) async throws {
        let good = try await site.standardTokens()["id_token"]?.string ?? ""
        let fault = try #require(Fault(plain: kind))
        _ = try await site.platform.context.faults.add(FaultRule(fault, directory: "op"))
        let spoiled = try await site.standardTokens()["id_token"]?.string ?? ""
        let keys = site.platform.standardProvider.keys
        func verifies(_ token: String) throws -> Bool {
            guard let key = keys.key(of: token),
                let unverified = try? UnverifiedJWS(token, accepting: [.rs256, .es256, .ps256, .edDSA])
            else { return false }
            return (try? unverified.verified(with: key.publicKey)) != nil
        }
        #expect(try verifies(good))
        #expect(try verifies(spoiled) == ["wrongNonce", "expired"].contains(kind))
    }

    @Test(arguments: [
        (
            "instance",
            "/common/discovery/instance?api-version=1.1&authorization_endpoint=https://a.example/b/oauth2/v2.0"
        ),
        ("userrealm", "/common/userrealm/ana.silva@aldervale.example?api-version=2.1"),
        ("keys", "/op/jwks"), ("metadata", "/op/.well-known/openid-configuration"), ("authorize", "/op/authorize"),
        ("revoke", "/op/revoke"), ("introspect", "/op/introspect"), ("register", "/op/register"), ("par", "/op/par"),
        ("logout", "/op/logout"),
        ("pages", "/op/login"), ("metadata", "/\(Site.customersID)/v2.0/.well-known/openid-configuration"),
        ("token", "/\(Site.customersID)/oauth2/v2.0/token"), ("keys", "/\(Site.customersID)/discovery/v2.0/keys"),
    ])
    func `every address can be named by its endpoint`(_ endpoint: String, _ path: String) async throws {
        let named = try #require(FaultRule.Endpoint(rawValue: endpoint))
        _ = try await site.platform.context.faults.add(FaultRule(.drop, at: named, next: 1))
        let error = await #expect(throws: (any Error).self) { try await site.send(.get, path) }
        #expect(error is DroppedConnection)
        #expect(try await site.platform.context.faults.all().first?.hits == 1)
    }

    @Test func `External ID redirects with the error of a rule`() async throws {
        let rule = FaultRule(.error(ErrorAnswer("access_denied")), at: .authorize, directory: Site.customersID)
        _ = try await site.platform.context.faults.add(rule)
        let query = FormParameters.externalIDRequest.encoded
        let redirect = try await site.send(.get, "\(Site.external)/authorize?\(query)")
        #expect(redirect.carried["error"] == "access_denied", "\(redirect.text)")
    }

    @Test func `a rule never touches the API that takes it away`() async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.drop))
        for path in ["/faults", "/health", "/clock", "/keys", "/automatic-sign-ins"] {
            #expect(try await site.administer(.get, path).status == .ok)
        }
        #expect(try await site.administer(.delete, "/faults").status == .noContent)
    }
}
