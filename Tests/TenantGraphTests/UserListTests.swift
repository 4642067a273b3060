// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct UserListTests: SiteSuite {
    let site: Site

    private func list(_ query: FormParameters, isEventual: Bool = false) async throws -> Answer {
        try await site.graph("/users?\(query.encoded)", token: try await site.graphToken(), isEventual: isEventual)
    }

    private func names(_ query: FormParameters, isEventual: Bool = false) async throws -> [String] {
        let answer = try await list(query, isEventual: isEventual)
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.texts("userPrincipalName").map { $0.replacing("@\(Site.domain)", with: "") }
    }

    static let orders = [
        ("userPrincipalName", "adaeze.okonkwo"), ("userPrincipalName asc", "adaeze.okonkwo"),
        (" userPrincipalName  desc ", "yoko.sato"), ("displayName", "adaeze.okonkwo"),
        ("displayName desc,userPrincipalName", "yoko.sato"),
    ]

    @Test(arguments: orders) func `the list is sorted`(_ order: String, _ first: String) async throws {
        let found = try await names(["$orderby": order])
        #expect(found.count == 48)
        #expect(order.contains("displayName desc") || found.first == first)
        if order.contains("userPrincipalName"), !order.contains(",") {
            #expect(found == (order.contains("desc") ? Array(found.sorted().reversed()) : found.sorted()))
        }
    }

    @Test func `equal names keep the second order`() async throws {
        let filter = ("$filter", "displayName eq 'Ana Silva'")
        for (order, expected) in [("asc", ["ana.silva", "ana.silva2"]), ("desc", ["ana.silva2", "ana.silva"])] {
            let query = FormParameters(
                dictionaryLiteral: filter, ("$orderby", "displayName,userPrincipalName \(order)"), ("$count", "true"))
            #expect(try await names(query, isEventual: true) == expected)
        }
    }

    @Test func `the order holds across pages`() async throws {
        let first = try await list(["$orderby": "userPrincipalName desc", "$top": "40"])
        let path = try #require(try first.nextPath)
        #expect(path.contains("%24orderby=userPrincipalName%20desc&%24top=40&%24skiptoken="))
        let last = try await site.graph(path, token: try await site.graphToken()).texts("userPrincipalName")
        #expect(last.count == 8 && last.last?.hasPrefix("adaeze") == true)
    }

    @Test func `the first page has the number of people if the header requests it`() async throws {
        let query: FormParameters = ["$count": "true", "$top": "40", "$filter": "givenName ge 'a'"]
        #expect(try await list(query).object()["@odata.count"] == nil)
        let page = try await list(query, isEventual: true)
        let first = try page.object()
        #expect(first["@odata.count"]?.double == 48 || first["@odata.count"]?.double == 47)
        let path = try #require(try page.nextPath)
        let second = try await site.graph(path, token: try await site.graphToken(), isEventual: true).object()
        #expect(second["@odata.count"] == nil)
        #expect(try await list(["$count": "false"], isEventual: true).object()["@odata.count"] == nil)
    }

    @Test func `the count alone is plain text`() async throws {
        let token = try await site.graphToken()
        let all = try await site.graph("/users/$count", token: token, isEventual: true)
        #expect((all.text, all["Content-Type"]) == ("48", "text/plain"))
        let some = "/users/$count?$filter=\(FormParameters.encoded("endsWith(mail,'silva@aldervale.example')"))"
        #expect(try await site.graph(some, token: token, isEventual: true).text == "1")
    }

    static let searches: [(String, Set<String>)] = [
        (#""displayName:brien""#, ["conor.obrien"]), (#""displayName:CONOR o'br""#, ["conor.obrien"]),
        (#""displayName:whitlock d""#, ["darcy.whitlock"]), (#""surname:Brien""#, []),
        (#""mail:conor" OR "displayName:tanaka""#, ["conor.obrien", "o.tanaka"]),
        (#""displayName:silva" AND "userPrincipalName:ana.silva2""#, ["ana.silva2"]),
        (#""givenName:O" AND "surname:Tan" OR "mail:conor""#, ["conor.obrien", "o.tanaka"]),
        (#""displayName:王""#, ["xiaoming.wang"]), (#""displayName:zz""#, []), ("\"displayName:\u{D4E}\\\"\"", []),
        (#""displayName:\#(String(repeating: "con ", count: 20))""#, ["conor.obrien"]),
    ]

    @Test(arguments: searches) func `a search finds`(_ search: String, _ expected: Set<String>) async throws {
        #expect(Set(try await names(["$search": search], isEventual: true)) == expected)
    }

    static let refusals: [(FormParameters, isEventual: Bool, status: Int, code: String, message: String)] = [
        (
            ["$orderby": "surname"], true, 400, "Request_UnsupportedQuery",
            "Unsupported sort property 'surname' for 'User'."
        ),
        (["$orderby": "x"], true, 400, "BadRequest", "Invalid orderby clause: Could not find a property named 'x'"),
        (["$orderby": "displayName up"], true, 400, "BadRequest", "Invalid orderby clause: Syntax error"),
        (["$orderby": ""], true, 400, "BadRequest", "Invalid orderby clause: Syntax error"),
        (["$orderby": "displayName,"], true, 400, "BadRequest", "Invalid orderby clause: Syntax error"),
        (
            ["$orderby": "displayName", "$filter": "givenName eq 'O'"], true, 400, "Request_UnsupportedQuery",
            "Sorting not supported for current query."
        ),
        (
            ["$orderby": "displayName", "$filter": "givenName eq 'O'", "$count": "true"], false, 400,
            "Request_UnsupportedQuery", "Sorting not supported for current query."
        ),
        (["$count": "yes"], true, 400, "BadRequest", "Invalid value 'yes' for $count query option found."),
        (
            ["$search": #""displayName:al""#], false, 400, "Request_UnsupportedQuery",
            "Request with $search query parameter only works through MSGraph with a special request header: "
                + "'ConsistencyLevel: eventual'"
        ),
        (["$search": "displayName:al"], true, 400, "BadRequest", "Invalid search clause"),
        (["$search": #""al""#], true, 400, "BadRequest", "Invalid search clause"),
        (["$search": #""displayName:""#], true, 400, "BadRequest", "Invalid search clause"),
        (["$search": #""mail:a" "mail:b""#], true, 400, "BadRequest", "Invalid search clause"),
        (["$search": #""mail:a" OR"#], true, 400, "BadRequest", "Invalid search clause"),
        (
            ["$search": #""displayName:\#(String(repeating: "a ", count: 21))""#], true, 400, "BadRequest",
            "Invalid search clause"
        ),
        (["$search": ""], true, 400, "BadRequest", "Invalid search clause"),
        (["$search": #""jobTitle:a""#], true, 400, "Request_UnsupportedQuery", "Property 'jobTitle' is not searchable"),
        (["$select": "id,skills"], false, 501, "NotImplemented", "This operation target is not yet supported."),
        (["$orderby": "id", "$orderby": "id"], false, 400, "BadRequest", "Query option '$orderby' was specified more"),
    ]

    @Test(arguments: refusals.indices) func `a list is refused`(_ row: Int) async throws {
        let (query, isEventual, status, code, message) = Self.refusals[row]
        let answer = try await list(query, isEventual: isEventual)
        #expect(answer.status.code == status)
        let error = try answer.graphError
        #expect(error.code == code)
        #expect(error.message?.hasPrefix(message) == true, "\(answer.text)")
    }

    @Test func `the count alone requires the header`() async throws {
        let answer = try await site.graph("/users/$count", token: try await site.graphToken())
        #expect(answer.status == .badRequest)
        #expect(try answer.graphError == ("Request_BadRequest", "$count is not currently supported."))
    }

    @Test func `properties outside the directory are returned for a single person`() async throws {
        let me = try await site.graph("/me?$select=skills,aboutMe", token: try await site.graphToken()).object()
        #expect((me["skills"], me["aboutMe"]) == (.array([]), .null))
    }
}
