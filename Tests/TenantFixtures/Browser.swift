// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra

/// A browser that keeps cookies and follows nothing by itself.
struct Browser {
    let site: Site

    /// They end by the tenant's clock.
    var cookies: CookieJar = [:]

    init(_ site: Site) { self.site = site }

    /// A browser with a signed-in person, without the cost of a password hash.
    static func signedIn(at site: Site, as name: String = "ana.silva") async throws -> Browser {
        var browser = Browser(site)
        try await browser.join(name)
        return browser
    }

    mutating func join(_ name: String) async throws { try await join(person: try await site.person(name)) }

    mutating func join(person: DirectoryPerson, secondFactor: Bool = true) async throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: Site.authority, path: "/")
        head.headerFields[.cookie] = cookieField(for: "/")
        let request = Request(head: head)
        let cookie = try await site.platform.context.sessions.add(
            BrowserSessions.Member(
                person: person, authenticatedAt: site.clock.now,
                secondFactorAt: secondFactor && person.secondFactorPhone != nil ? site.clock.now : nil),
            to: request)
        keep(cookie)
    }

    mutating func get(_ path: String) async throws -> Answer {
        var fields = HTTPFields()
        fields[.cookie] = cookieField(for: path)
        return remember(try await site.send(.get, path, fields: fields))
    }

    mutating func post(_ path: String, _ form: FormParameters, fields: HTTPFields = [:]) async throws -> Answer {
        var fields = fields
        fields[.cookie] = cookieField(for: path)
        return remember(try await site.post(path, form, fields: fields))
    }

    mutating func open(_ request: FormParameters, at tenant: String = Site.tenantID) async throws -> Answer {
        try await get("/\(tenant)/oauth2/v2.0/authorize?\(request.encoded)")
    }

    mutating func submit(_ page: Answer, _ filled: FormParameters, fields: HTTPFields = [:]) async throws -> Answer {
        var form = page.form.fields
        for pair in filled.pairs { form = form.with(pair.name, pair.value) }
        return try await post(page.form.action, form, fields: fields)
    }

    mutating func signIn(
        _ request: FormParameters = .goodRequest, as name: String = "ana.silva",
        password: String = "watchword"
    ) async throws -> Answer {
        let username = "\(name)@\(Site.domain)"
        let page = try await submit(try await open(request), ["username": username])
        return try await submit(page, ["username": username, "password": password])
    }

    func cookieField(for path: String) -> String? { cookies.field(for: path, overHTTPS: isHTTPS, now: site.clock.now) }

    private var isHTTPS: Bool { site.platform.context.settings.names.base.isSecure }

    private mutating func remember(_ answer: Answer) -> Answer {
        for field in answer.fields[values: .setCookie] { keep(field) }
        return answer
    }

    mutating func keep(_ field: String) { cookies.keep(field, overHTTPS: isHTTPS, now: site.clock.now) }
}

extension Answer {
    var asksForConsent: Bool { text.contains("asks for your permission") }

    /// Whether a picker shows people who are signed in: the heading is there without them too, but hidden.
    var offersSessions: Bool { text.contains(#"<section aria-labelledby="sessions-heading">"#) }

    var namedScopes: [String] {
        text.replacing("<wbr>", with: "").matches(of: #/<p class="scope"><code>([^<]*)</code>/#).map { String($0.1) }
    }

    var scopes: Set<String> {
        get throws { Set(try object()["scope"]?.string?.split(separator: " ").map(String.init) ?? []) }
    }
}

extension Browser {
    mutating func agree(
        to request: FormParameters, at tenant: String = Site.tenantID, everybody: Bool = false
    ) async throws -> Answer {
        let page = try await open(request, at: tenant)
        guard page.asksForConsent else { return page }
        return try await submit(page, everybody ? ["answer": "accept", "everybody": "1"] : ["answer": "accept"])
    }
}

extension FormParameters {
    /// A request of an app of 2016, without state, nonce, and proof key.
    static func old(scope: String, redirectURI: String = "urn:ietf:wg:oauth:2.0:oob") -> FormParameters {
        ["response_type": "code", "client_id": Site.clientID, "redirect_uri": redirectURI, "scope": scope]
    }
}
