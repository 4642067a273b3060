// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct UserFilterErrorTests: SiteSuite {
    let site: Site

    private func fault(_ filter: String) async throws -> (status: Int, code: String?, message: String?) {
        let answer = try await site.graph(
            "/users?$filter=\(FormParameters.encoded(filter))", token: try await site.graphToken())
        let error = try answer.graphError
        return (answer.status.code, error.code, error.message)
    }

    private static func headerMissing(_ operation: String) -> String {
        "Operator '\(operation)' is not supported because the 'ConsistencyLevel:eventual' header is missing. "
            + "Refer to https://aka.ms/graph-docs/advanced-queries for more information"
    }

    static let texts: [(String, String, String)] = [
        (
            "startswith(displayName,'')", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'displayName' of resource 'User'."
        ),
        (
            "contains(displayName,'a')", "Request_UnsupportedQuery",
            "Unsupported property filter clause operator 'Contains'."
        ),
        (
            "startswith(foo,'a')", "BadRequest",
            "Invalid filter clause: Could not find a property named 'foo' on type 'microsoft.graph.user'."
        ),
        (
            "foo eq 'a'", "BadRequest",
            "Invalid filter clause: Could not find a property named 'foo' on type 'microsoft.graph.user'."
        ),
        ("givenName ne 'a'", "Request_UnsupportedQuery", "Filter operator 'NotEqualsMatch' is not supported."),
        ("givenName gt 'a'", "Request_UnsupportedQuery", "Unsupported property filter clause operator 'gt'."),
        ("not(givenName eq 'a')", "Request_UnsupportedQuery", headerMissing("not")),
        ("endsWith(mail,'a')", "Request_UnsupportedQuery", headerMissing("endsWith")),
        ("startswith(mobilePhone,'+44')", "Request_UnsupportedQuery", headerMissing("startsWith")),
        (
            "endsWith(givenName,'a')", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'givenName' of resource 'User'."
        ),
        (
            "startswith(skills,'a')", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'skills' of resource 'User'."
        ),
        (
            "businessPhones eq 'a'", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'businessPhones' of resource 'User'."
        ),
        ("givenName eq", "BadRequest", "Invalid filter clause: Syntax error at position 12 in 'givenName eq'."),
        ("givenName eq a", "BadRequest", "Invalid filter clause: Syntax error at position 13 in 'givenName eq a'."),
        ("mail eq null", "Request_UnsupportedQuery", headerMissing("eq")),
        ("assignedLicenses/$count eq 0", "Request_UnsupportedQuery", headerMissing("$count")),
        ("otherMails/any(x:endsWith(x,'a'))", "Request_UnsupportedQuery", headerMissing("endsWith")),
        (
            "createdDateTime gt 2024-01-01T00:00:00Z", "Request_UnsupportedQuery",
            "Unsupported property filter clause operator 'gt'."
        ),
        (
            "createdDateTime ge '2024-01-01T00:00:00Z' x", "BadRequest",
            "Invalid filter clause: Syntax error at position 42 in 'createdDateTime ge '2024-01-01T00:00:00Z' x'."
        ),
        (
            "createdDateTime ge 2024", "BadRequest",
            "Invalid filter clause: Syntax error at position 23 in 'createdDateTime ge 2024'."
        ),
        (
            "lastPasswordChangeDateTime ge 2024-01-01T00:00:00Z", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'lastPasswordChangeDateTime' of "
                + "resource 'User'."
        ),
        (
            "skills/any(s:s eq 'a')", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'skills' of resource 'User'."
        ),
        (
            "businessPhones/any(p:startswith(p,''))", "Request_UnsupportedQuery",
            "Unsupported or invalid query filter clause specified for property 'businessPhones' of resource 'User'."
        ),
    ]

    /// Filters that Microsoft documents, or that look like them, and this tenant does not have.
    static let lacking: [(String, String)] = [
        ("businessPhones/all(p:p eq 'a')", "The local tenant supports only any(…) and $count over 'businessPhones'."),
        (
            "businessPhones/any(p:p ge 'a' and p le 'b')",
            "In any(…) over 'businessPhones', the local tenant supports only comparisons joined by 'or'."
        ),
        (
            "otherMails/any(p:not startswith(p,'a'))",
            "In any(…) over 'otherMails', the local tenant supports only comparisons joined by 'or'."
        ),
        (
            "assignedLicenses/$count gt 0",
            "The local tenant supports only '$count eq 0' and '$count ne 0', over lists of licenses or addresses."
        ),
        (
            "businessPhones/$count eq 0",
            "The local tenant supports only '$count eq 0' and '$count ne 0', over lists of licenses or addresses."
        ),
    ]

    @Test(arguments: lacking)
    func `an unsupported filter's error names the local tenant`(filter: String, message: String) async throws {
        let answer = try await site.graph(
            "/users?$count=true&$filter=\(FormParameters.encoded(filter))", token: try await site.graphToken(),
            isEventual: true)
        #expect(try (answer.status, answer.graphError.message) == (.badRequest, message))
    }

    @Test(arguments: texts)
    func `errors have the messages of Microsoft Graph`(filter: String, code: String, message: String) async throws {
        #expect(try await fault(filter) == (400, code, message))
    }

    @Test(arguments: ["givenName ne 'a'", "not (givenName eq 'a')", "endsWith(mail,'a')"])
    func `an advanced filter needs the header and the count`(_ filter: String) async throws {
        let token = try await site.graphToken()
        let query = "/users?$filter=\(FormParameters.encoded(filter))"
        #expect(try await site.graph("\(query)&$count=true", token: token).status == .badRequest)
        let uncounted = try await site.graph(query, token: token, isEventual: true)
        #expect(uncounted.status == .badRequest)
        #expect(uncounted.text.contains("Try adding $count=true") || filter.contains(" ne "))
        #expect(try await site.graph("\(query)&$count=true", token: token, isEventual: true).status == .ok)
    }

    @Test func `a second filter is refused`() async throws {
        let answer = try await site.graph(
            "/users?$filter=id%20eq%20'a'&%24filter=id%20eq%20'a'", token: try await site.graphToken())
        let message = "Query option '$filter' was specified more than once, but it must be specified at most once."
        #expect(try answer.graphError == ("BadRequest", message))
    }

    static let broken = [
        "", " ", "'", "''", "(", ")", "()", "givenName", "eq", "startswith", "startswith(", "startswith()",
        "startswith(givenName)", "startswith(givenName,)", "startswith(givenName,'a'", "startswith(givenName,'a)",
        "startswith(givenName,'a''", "startswith(givenName,'a') x", "startswith(givenName,'a'))",
        "startswith(givenName,'a') or", "or", "and and and", "startswith(givenName,'O'Brien')",
        "startswith('a',givenName)", "startswith(givenName,\"a\")", "givenName eq 'a' 'b'", "givenName eq null",
        "givenName eq 'a';DROP TABLE person", "givenName eq 'a'--", "givenName eq 'x') or (id eq 'y'",
        "%67ivenName eq 'a'", "givenName%20eq%20'a'", "givenName eq 'a'\u{301}", "givenName eq '\u{301}",
        "givenName eq x'a'", "givenName\u{A0}eq 'a'", "not (givenName eq 'a')", "givenName in 'a'", "givenName in ()",
        "givenName in ('a'", "givenName in ('a',)", "givenName in ('a' 'b')", "not", "not not", "🗝️ eq 'a'", "\u{0}",
        "startswith(givenName,'x'\u{301})", "businessPhones/", "businessPhones/any", "businessPhones/any(",
        "businessPhones/any(p", "businessPhones/any(p:", "businessPhones/any(p:)", "businessPhones/any(p:p)",
        "businessPhones/any(p:p eq 'a'", "businessPhones/any(p:q eq 'a')", "businessPhones/any(p:p eq 'a') p",
        "businessPhones/any(p:p eq a)", "identities/any(c:c/)", "identities/any(c:c/issuer)", "signInActivity eq 'a'",
        "signInActivity/ eq 'a'", "givenName/x eq 'a'", "assignedLicenses/$", "assignedLicenses/$count",
        "assignedLicenses/$count eq", "createdDateTime eq", "createdDateTime in ()",
        "createdDateTime ge 2024-02-30T00:00:00Z",
    ]

    @Test(arguments: broken.indices) func `malformed filters are rejected`(_ index: Int) async throws {
        let fault = try await fault(Self.broken[index])
        #expect(fault.status == 400, "\(Self.broken[index])")
        #expect(fault.code == "BadRequest" || fault.code == "Request_UnsupportedQuery")
    }

    /// What a client makes of hostile text with doubled quotes is one literal, and finds nobody.
    static let injections = [
        "' or startswith(givenName,'A", "x') or (id ne '", "''", "'''", "\\' or 1 eq 1",
        "x'\u{301}) or (givenName eq 'O", "\u{301}' or givenName eq 'O", "'\u{301}", "%27 or givenName eq %27O",
    ]

    @Test(arguments: injections) func `hostile text cannot break out of a literal`(_ text: String) async throws {
        let literal = text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
        let query = FormParameters.encoded("startswith(givenName,'\(literal)')")
        let answer = try await site.graph("/users?$filter=\(query)", token: try await site.graphToken())
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try answer.object()["value"] == .array([]))
    }

    @Test(arguments: [" or ", " and "]) func `a hundred and one conditions are too many`(_ word: String) async throws {
        let fault = try await fault(Array(repeating: "(givenName eq 'a')", count: 51).joined(separator: word))
        let message = "Too many child clauses specified in search filter expression. Max allowed: 100."
        #expect(fault == (400, "Request_UnsupportedQuery", message))
    }

    @Test func `long and deeply nested filters are answered or rejected quickly`() async throws {
        let token = try await site.graphToken()
        let long = "givenName eq '\(String(repeating: "a", count: 10_000))'"
        let many = Array(repeating: "givenName eq 'a'", count: 20_000)
        let values = Array(repeating: "'a'", count: 5_000)
        let most = Array(repeating: "givenName eq 'a'", count: 100)
        let filters: [(String, Int)] = [
            (long, 200), (most.joined(separator: " or "), 200), (most.joined(separator: " and "), 200),
            (many.joined(separator: " or "), 400), (many.joined(separator: " and "), 400),
            (String(repeating: "(", count: 5_000), 400),
            (String(repeating: "(", count: 5_000) + "id eq 'a'" + String(repeating: ")", count: 5_000), 400),
            (String(repeating: "not ", count: 5_000) + "id eq 'a'", 400),
            ("id in (\(values.joined(separator: ",")))", 400),
            (String(repeating: "x", count: 10_000), 400), (String(repeating: "' ", count: 5_000), 400),
        ]
        for (filter, status) in filters {
            let answer = try await site.graph(
                "/users?$count=true&$filter=\(FormParameters.encoded(filter))", token: token, isEventual: true)
            #expect(answer.status.code == status)
        }
    }
}
