// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInTesting

@testable import SignIn

/// RFC 9396.
@Suite(.timeLimit(.minutes(1))) struct AuthorizationDetailsTests {
    // RFC 9396 §2, shortened
    private static let payment =
        #"[{"type": "payment_initiation","instructedAmount":{"currency":"EUR","amount":"123.50"}}]"#
    private static let granted =
        #"[{"instructedAmount":{"amount":"123.50","currency":"EUR"},"type":"payment_initiation"}]"#

    private static let paymentAPI = """
        {"version": 1, "standardClients": [{
            "client_id": "payments", "client_name": "Payments", "grant_types": [], "response_types": [],
            "resource": "https://payments.example", "authorization_details_types": ["payment_initiation"]
        }]}
        """

    @Test(arguments: [
        "", "{}", "[]", "[7]", "[{}]", #"[{"type":7}]"#, #"[{"type":""}]"#, #"[{"type":"a"},{}]"#, #"{"type":"a"}"#,
        #"[{"type":"\#(String(repeating: "a", count: 16_384))"}]"#,
    ])
    func `other JSON than an array of typed objects is not taken`(_ json: String) {
        #expect(AuthorizationDetails(json: json) == nil)
    }

    @Test func `the app's own text is sent as it is, up to its limit`() {
        #expect(AuthorizationDetails(json: Self.payment)?.json == Self.payment)
        let longest = #"[{"type":"\#(String(repeating: "a", count: 16_384 - 13))"}]"#
        #expect(longest.utf8.count == 16_384 && AuthorizationDetails(json: longest) != nil)
    }

    @Test(arguments: [true, false])
    func `details are sent with request and code, and granted ones are stored`(_ isPushing: Bool) async throws {
        let (tenant, transport) = try await tamperedTenant()
        try await tenant.administration.take(tenantFile: Data(Self.paymentAPI.utf8))
        var registration = ClientRegistration(
            name: "native", issuer: BoundSignIn.issuer, clientID: "sample-native-app",
            redirectURI: try #require(RedirectURI("http://localhost/callback")), scopes: BoundSignIn.scopes)
        registration.requiresPushedAuthorizationRequests = isPushing
        let flow = tenant.flow(registration, over: transport)
        let options = SignInOptions(authorizationDetails: AuthorizationDetails(json: Self.payment))
        let request = try await flow.authorizationRequest(options: options)
        let asked = isPushing ? transport.sent.last?.form : FormParameters(queryOf: request.url)
        #expect(asked?["authorization_details"] == Self.payment)
        let account = try await flow.signIn(
            with: tenant.userAgent(signingIn: tenant.person), options: options)
        #expect(transport.tokenRequests.last?.form?["authorization_details"] == Self.payment)
        #expect(account.grantedAuthorizationDetails?.json == Self.granted)
        // They survive in storage, and a refresh.
        tenant.clock.advance(by: .seconds(3 * 3600))
        _ = try await flow.session(of: account).accessToken(for: BoundSignIn.scopes)
        #expect(try await flow.accounts.accounts().first?.grantedAuthorizationDetails?.json == Self.granted)
    }

    @Test(arguments: [#""text""#, "[]", "[1]", "null", "{}"])
    func `unreadable details in a response are treated as missing`(_ json: String) throws {
        let body = #"{"access_token":"a","token_type":"Bearer","authorization_details":\#(json)}"#
        #expect(try TokenResponse(status: 200, body: Data(body.utf8)).authorizationDetails == nil)
    }

    @Test func `an additional parameter cannot replace them`() {
        var options = SignInOptions(authorizationDetails: AuthorizationDetails(json: Self.payment))
        options.additionalParameters = ["authorization_details": "[]"]
        #expect(options.reservedParameters == ["authorization_details"])
    }
}
