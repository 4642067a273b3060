// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// The budget of a page that needs no sign-in.
@Suite struct RequestLengthTests: SiteSuite {
    let site: Site

    /// An address, a request that it answers, and how it refuses one that is too long.
    struct Place: Sendable, CustomStringConvertible {
        let description: String
        let request: FormParameters
        var method = HTTPRequest.Method.get
        let status: Int
        var says = "AADSTS90015"

        /// The answer to the request with a parameter that makes it this long.
        func answer(_ site: Site, length: Int) async throws -> Answer {
            let missing = length - request.adding("padding", "").encoded.utf8.count
            let long = request.adding("padding", String(repeating: "a", count: missing))
            return method == .get
                ? try await site.send(.get, "\(description)?\(long.encoded)")
                : try await site.post(description, long)
        }
    }

    private static let entra = "/\(Site.tenantID)/oauth2/v2.0"

    static let places = [
        Place(description: "\(entra)/authorize", request: .goodRequest, status: 400),
        Place(description: "\(entra)/authorize", request: .goodRequest, method: .post, status: 400),
        Place(
            description: "/\(Site.tenantID)/v2.0/adminconsent", request: .goodRequest.with("scope", "User.Read.All"),
            status: 400),
        Place(description: "\(entra)/logout", request: ["state": "a"], status: 400),
        Place(description: "\(entra)/logout", request: ["state": "a"], method: .post, status: 400),
        Place(description: Site.deviceCodePath, request: .device, method: .post, status: 400),
        Place(
            description: "\(Site.susi)/authorize", request: .flowRequest, status: 400, says: "longer than 16384 bytes"),
        Place(
            description: "\(Site.susi)/logout", request: ["state": "a"], status: 400, says: "longer than 16384 bytes"),
        Place(description: "\(Site.external)/logout", request: ["state": "a"], status: 400, says: "longer than 16384"),
        Place(description: "/op/authorize", request: .standardRequest, status: 400, says: "longer than 16384 bytes"),
        Place(
            description: "/op/authorize", request: .standardRequest, method: .post, status: 400,
            says: "longer than 16384 bytes"),
        Place(description: "/op/logout", request: ["state": "a"], status: 400, says: "longer than 16384 bytes"),
        Place(
            description: "/op/logout", request: ["state": "a"], method: .post, status: 400,
            says: "longer than 16384 bytes"),
        // RFC 9126 §2.3
        Place(
            description: "/op/par", request: .standardRequest, method: .post, status: 413,
            says: "longer than 16384 bytes"),
    ]

    @Test(arguments: places)
    func `a request of 16 KiB is answered, and one of a byte more is refused`(_ place: Place) async throws {
        let right = try await place.answer(site, length: 16384)
        #expect([200, 201, 302, 303].contains(right.status.code), "\(right.status)")
        let long = try await place.answer(site, length: 16385)
        #expect(long.status.code == place.status)
        #expect(long.text.contains(place.says), "\(long.text)")
        #expect(long.body.count < 16384, "the refusal does not repeat the request")
    }

    @Test func `the limit counts percent-encoded bytes`() async throws {
        let request = FormParameters.goodRequest.with("login_hint", String(repeating: "&", count: 6000))
        #expect(request.pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } < 16384)
        let answer = try await site.post("\(Self.entra)/authorize", request)
        #expect(answer.status == .badRequest && answer.errorNumber == 90015)
    }

    @Test(arguments: ["&", "<", "\"", "'", "\u{301}", "a\u{301}", "\u{1F469}\u{200D}", "%", " "])
    func `the longest request makes a page of eight times its length at most`(_ text: String) async throws {
        let rest = 16384 - FormParameters.goodRequest.adding("login_hint", "").encoded.utf8.count
        let hint = String(repeating: text, count: rest / FormParameters.encoded(text).utf8.count)
        let answer = try await site.post("\(Self.entra)/authorize", .goodRequest.adding("login_hint", hint))
        #expect(answer.status == .ok)
        #expect(answer.body.count <= 8 * 16384, "\(answer.body.count)")
    }

    @Test(arguments: [("/\(Site.tenantID)/login", "request"), ("/\(Site.tenantID)/login", "admin_consent_request")])
    func `a request carried in a form has the same limits`(_ path: String, _ field: String) async throws {
        var browser = Browser(site)
        let page =
            field == "request"
            ? try await browser.open(.goodRequest)
            : try await browser.get(
                "/\(Site.tenantID)/v2.0/adminconsent?"
                    + FormParameters.goodRequest.with("scope", "User.Read.All").encoded)
        #expect(page.form.fields[field] != nil)
        let many = Array(repeating: "a", count: 1001).joined(separator: "&")
        for (carried, number) in [(many, 9_002_313), (String(repeating: "a", count: 16385), 90015)] {
            let answer = try await browser.submit(page, [field: carried, "username": "ana.silva@\(Site.domain)"])
            #expect(answer.status == .badRequest && answer.errorNumber == number, "\(answer.text)")
        }
    }

    @Test func `a request that a form of a user flow carries along has the limits of any other`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        for carried in [
            Array(repeating: "a", count: 1001).joined(separator: "&"), String(repeating: "a", count: 16385),
        ] {
            let answer = try await browser.submit(page, ["request": carried])
            #expect(answer.status == .badRequest && answer.text.contains("AADB2C"), "\(answer.text)")
        }
    }
}
