// SPDX-License-Identifier: Apache-2.0
import Fixtures
import LocalTenant
import MicrosoftIdentity
import WebSignIn

@testable import SignInTesting

@Suite struct WebSignInUserFlowTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private static func customers(
        _ name: String, at tenant: TestTenant, _ flow: String, _ clientID: String
    ) throws -> ClientRegistration {
        try ClientRegistration(
            name: name, authority: "\(tenant.address.absoluteString)/\(SampleApp.customersDomain)/\(flow)",
            clientID: clientID, redirectURI: "http://localhost:5000/customers", scopes: ["offline_access", clientID])
    }

    static func book(at tenant: TestTenant) async throws -> VisitorBook {
        let clientID = try await tenant.administration.addApp(
            named: "Visitor book for customers", redirectURI: "http://localhost:5000/customers",
            in: SampleApp.customersDomain)
        return try VisitorBook(
            at: tenant, also: [try customers("customers", at: tenant, "B2C_1_susi", clientID)],
            passwordReset: try customers("new password", at: tenant, "B2C_1_reset", clientID),
            profileEditing: try customers("profile", at: tenant, "B2C_1_edit_profile", clientID))
    }

    @Test func `a forgotten password leads to the reset flow, and then to the sign-in`() async throws {
        let book = try await Self.book(at: tenant)
        var visitor = Visitor(of: book)
        let customers = try #require(book.web.registrations.last)
        let state = try await visitor.get("/customer", .link).state
        let forgotten =
            "http://localhost:5000/customers?error=access_denied&error_description="
            + "AADB2C90118%3A+The+user+has+forgotten+their+password.&state=\(state)"
        let reset = try await visitor.get(forgotten, .elsewhereWithoutClick)
        #expect(reset.status == .seeOther && reset.location.lowercased().contains("b2c_1_reset"), "\(reset.text)")
        let typed = ["email": Self.customer, "password": "Blue-kettle-7", "passwordAgain": "Blue-kettle-7"]
        let back = try await visitor.get(
            Self.answer(of: reset.location, at: tenant, typing: typed), .elsewhere)
        try await tenant.signInAutomatically(
            AutomaticSignIn(clientID: customers.clientID, person: Self.customer))
        #expect(back.location == "/sign-in?registration=customers&return=%2Fcustomer")
        #expect(try await visitor.get("/customer", .script).status == .unauthorized, "no account is kept")
        let again = try await visitor.get(back.location, .elsewhere)
        let end = try await visitor.get(visitor.answer(to: again, at: customers), .elsewhere)
        #expect(end.location == "/customer")
        #expect(try await visitor.get("/customer").text.hasPrefix("Customer "))
    }

    static let customer = "ines.kallio@mailbox.example"

    @Test func `a customer changes the profile, and the account has the new name at once`() async throws {
        let book = try await Self.book(at: tenant)
        var (other, visitor) = (Visitor(of: book), Visitor(of: book))
        try await Self.signInCustomer(&other, as: "tomas.ferreira@mailbox.example")
        try await Self.signInCustomer(&visitor, as: Self.customer)
        try await visitor.signIn()
        let ofSignIn = "/customer-claims?tfp&iat&nonce&auth_time"
        let before = try await visitor.get(ofSignIn).text
        tenant.clock.advance(by: .seconds(60))
        for var browser in [visitor, other] {
            let start = try await browser.get("/sign-in?registration=profile&return=/customer", .link)
            #expect(start.location.lowercased().contains("b2c_1_edit_profile"), "\(start.text)")
            let typed = ["displayName": "Ines Virtanen", "city": "Oulu"]
            let back = try await browser.get(
                Self.answer(of: start.location, at: tenant, typing: typed), .elsewhere)
            #expect(back.location == "/customer", "\(back.text)")
        }
        #expect(try await visitor.get("/customer").text == "Customer Ines Virtanen")
        #expect(try await visitor.get("/customer-claims?city").text == "Oulu")
        #expect(try await visitor.get(ofSignIn).text == before, "the claims about the sign-in stay")
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
        #expect(try await other.get("/customer").text == "Customer Tomás Ferreira", "another person's stays")
    }

    private static func signInCustomer(_ visitor: inout Visitor, as person: String) async throws {
        let customers = try #require(visitor.book.web.registrations.last)
        try await visitor.book.tenant.signInAutomatically(
            AutomaticSignIn(clientID: customers.clientID, person: person))
        let start = try await visitor.get("/customer", .link)
        let end = try await visitor.get(visitor.answer(to: start, at: customers), .elsewhere)
        #expect(end.location == "/customer", "\(end.text)")
    }

    /// A user flow's response after sign-in or verification with these values.
    private static func answer(
        of address: String, at tenant: TestTenant, typing typed: [String: String]
    ) async throws -> String {
        var browser = ScriptedBrowser(transport: tenant.transport)
        var place = try await browser.get(try #require(URL(string: address)))
        for _ in 0..<10 {
            switch place {
            case .elsewhere(let url) where url.port == 5000: return url.absoluteString
            case .elsewhere(let url): place = try await browser.get(url)
            case .page(let page):
                let form = try page.form(filledWith: ScriptedPage.Answers(username: customer, password: "watchword"))
                var typed = typed
                typed["code"] = try await tenant.administration.code(sentTo: customer)
                var parameters = FormParameters()
                for pair in form.parameters.pairs { parameters.append(pair.name, typed[pair.name] ?? pair.value) }
                place = try await browser.post(
                    ScriptedPage.FilledForm(address: form.address, parameters: parameters))
            }
        }
        throw ScriptedUserAgentError(message: "the user flow leads in a circle")
    }

    /// The last ones are not percent-encoded UTF-8.
    @Test(arguments: ["The+user+has+cancelled.", "Annul%E9+par+l%27utilisateur", "[%E9|]%20100%"])
    func `a user who cancels at the provider can go back, or sign in again`(_ text: String) async throws {
        var visitor = Visitor(of: try await Self.book(at: tenant))
        let state = try await visitor.get("/customer?a=b", .link).state
        let page = try await visitor.get(
            "http://localhost:5000/customers?error=access_denied&error_description="
                + "AADB2C90091%3A+\(text)&state=\(state)", .elsewhereWithoutClick)
        #expect(page.status == .ok && page.text.contains("You canceled the sign-in"))
        #expect(page.link == "/customer?a=b")
    }
}

extension TransportResponse {
    fileprivate var state: String {
        get throws {
            let address = try #require(URL(string: location))
            return try #require(FormParameters(queryOf: address)?["state"])
        }
    }
}
