// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import JOSE
import OAuth
import Testing

@testable import LocalTenant
@testable import TenantDirectory

@Suite struct UserPagesTests {
    let site: Site

    init() throws { site = try Site() }

    /// Follows the links from page to page.
    private func pages(_ query: String) async throws -> [[JSONValue]] {
        let token = try await site.graphToken()
        var path: String? = "/users?\(query)"
        var pages: [[JSONValue]] = []
        while let current = path {
            let answer = try await site.graph(current, token: token)
            try #require(answer.status == .ok && pages.count < 100, "\(answer.text)")
            let page = try answer.object()
            pages.append(page["value"]?.array ?? [])
            #expect(
                page["@odata.context"]?.string?.hasPrefix("http://127.0.0.1:4400/v1.0/$metadata#users")
                    == true)
            let link = page["@odata.nextLink"]?.string
            #expect(link?.hasPrefix("http://127.0.0.1:4400/v1.0/users?") != false)
            path = link.map { String($0.dropFirst("http://127.0.0.1:4400/v1.0".count)) }
        }
        return pages
    }

    @Test(arguments: [1, 7, 47, 48, 49, 999]) func `page by page, everybody comes once`(
        _ size: Int
    ) async throws {
        let pages = try await pages("$top=\(size)")
        let ids = pages.joined().compactMap { $0.object?["id"]?.string }
        #expect(Set(ids) == Set(try await site.platform.people().map(\.id)))
        #expect(ids.count == 48)
        #expect(pages.count == (48 + size - 1) / size)
        #expect(pages.dropLast().allSatisfy { $0.count == size })
    }

    @Test func `everybody fits on the first page unless told otherwise`() async throws {
        #expect(try await pages("").map(\.count) == [48])
    }

    @Test func `the link keeps filter and selection`() async throws {
        let query: FormParameters = [
            "$filter": "department eq 'Engineering' or surname eq 'O''Brien'", "$select": "surname",
            "$top": "3",
        ]
        let pages = try await pages(query.encoded)
        let surnames = pages.joined().compactMap { $0.object?["surname"]?.string }
        #expect(surnames.count > 10)
        #expect(surnames.contains("O'Brien"))
        #expect(pages.joined().allSatisfy { $0.object.map { Set($0.keys) } == ["surname", "id"] })
    }

    /// Skip tokens of other lists, and damaged ones; the last two are of a list with another order.
    static let strangeTokens = [
        "people-from-", "people-from-12", "people-from-{}", #"people-from-{"c":[],"b":0,"v":[],"n":1}"#,
        #"people-from-{"c":[],"b":-1,"v":["a"],"n":1,"x":0}"#, #"people-from-{"c":[],"b":1e99,"v":["a"],"n":1}"#,
        #"groups-from-{"c":[],"b":0,"v":["a"],"n":1}"#, #"people-from-{"c":[],"b":0,"v":[null],"n":1}"#,
        #"people-from-{"c":[],"b":0,"v":["a","b"],"n":1}"#,
    ]

    @Test(arguments: strangeTokens.indices) func `a skip token of another list is refused`(_ row: Int) async throws {
        let token = Array(Self.strangeTokens[row].utf8).unpaddedBase64URL
        let answer = try await site.graph("/users?$skiptoken=\(token)", token: try await site.graphToken())
        #expect(answer.status == .badRequest || row == 4, "\(answer.text)")
        let filtered = try await site.graph(
            "/users?$filter=startswith(surname,'s')&$skiptoken=\(token)", token: try await site.graphToken())
        #expect(filtered.status == .badRequest || row == 7, "\(answer.text)")
    }

    static let wrong = [
        "$top=0", "$top=1000", "$top=-1", "$top=ten", "$top=", "$top=99999999999999999999", "$top=1&$top=2",
        "$skiptoken=x",
        "$skiptoken=", "$skiptoken=cGVvcGxlLWZyb20tLTE",
        "$skiptoken=cGVvcGxlLWZyb20tOTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "$top=%", "$top=%FF",
    ]

    @Test(arguments: wrong) func `an option that cannot be used is refused`(_ query: String) async throws {
        let answer = try await site.graph("/users?\(query)", token: try await site.graphToken())
        #expect(answer.status == .badRequest)
        #expect(try answer.object()["error"]?.object?["code"]?.string?.hasSuffix("BadRequest") == true)
    }

    @Test(arguments: ["$skip=1", "$orderby=surname", "$apply=x", "%24search=a"])
    func `an option that this tenant has not says so`(_ query: String) async throws {
        let answer = try await site.graph("/users?\(query)", token: try await site.graphToken())
        #expect(answer.status == .badRequest)
        #expect(try answer.object()["error"]?.object?["code"]?.string == "Request_UnsupportedQuery")
    }

    @Test func `a token far behind the end gives an empty page`() async throws {
        let token = Array(#"people-from-{"c":[],"b":0,"v":["\udbff\udfff"],"n":9223372036854775807}"#.utf8)
            .unpaddedBase64URL
        let answer = try await site.graph("/users?$skiptoken=\(token)", token: try await site.graphToken())
        #expect(try answer.object()["value"] == .array([]))
        #expect(try answer.object()["@odata.nextLink"] == nil)
    }

    @Test func `an option without a dollar is no option`() async throws {
        #expect(try await pages("top=1&filter=x&api-version=1").map(\.count) == [48])
    }
}
