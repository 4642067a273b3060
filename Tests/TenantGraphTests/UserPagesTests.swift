// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct UserPagesTests: SiteSuite {
    let site: Site

    private func pages(_ query: String) async throws -> [[JSONValue]] {
        let token = try await site.graphToken()
        var path: String? = "/users?\(query)"
        var pages: [[JSONValue]] = []
        while let current = path {
            let answer = try await site.graph(current, token: token)
            try #require(answer.status == .ok && pages.count < 100, "\(answer.text)")
            let page = try answer.object()
            pages.append(page["value"]?.array ?? [])
            #expect(page["@odata.context"]?.string?.hasPrefix("http://127.0.0.1:4400/v1.0/$metadata#users") == true)
            path = try answer.nextPath
            #expect(path?.hasPrefix("/users?") != false)
        }
        return pages
    }

    @Test(arguments: [1, 7, 47, 48, 49, 999]) func `paging returns each person once`(_ size: Int) async throws {
        let pages = try await pages("$top=\(size)")
        let ids = pages.joined().compactMap { $0.object?["id"]?.string }
        #expect(Set(ids) == Set(try await site.platform.people().map(\.id)))
        #expect(ids.count == 48)
        #expect(pages.count == (48 + size - 1) / size && pages.dropLast().allSatisfy { $0.count == size })
    }

    @Test func `the first page has all people if there are fewer than 100`() async throws {
        #expect(try await pages("").map(\.count) == [48])
    }

    @Test func `the link keeps filter and selection`() async throws {
        let query: FormParameters = [
            "$filter": "department eq 'Engineering' or surname eq 'O''Brien'", "$select": "surname", "$top": "3",
        ]
        let pages = try await pages(query.encoded)
        let surnames = pages.joined().compactMap { $0.object?["surname"]?.string }
        #expect(surnames.count > 10 && surnames.contains("O'Brien"))
        #expect(pages.joined().allSatisfy { $0.object.map { Set($0.keys) } == ["surname", "id"] })
    }

    private static let end = PeoplePosition(values: ["\u{10FFFF}"], number: .max)

    /// Positions of other lists, the branch of each list first.
    static let strangePositions = [
        PeoplePosition(values: [], number: 1), PeoplePosition(values: ["a", "b"], number: 1),
        PeoplePosition(choices: [-1, 99], branch: 1, values: ["a"], number: 1),
        PeoplePosition(branch: -1, values: ["a"], number: 1),
    ]

    private func token(_ position: PeoplePosition) throws -> String {
        Array("people-from-\(try position.sealed(on: site.platform.context))".utf8).unpaddedBase64URL
    }

    @Test(arguments: strangePositions.indices) func `a skip token of another list is refused`(_ row: Int) async throws {
        let token = try token(Self.strangePositions[row])
        let answer = try await site.graph(
            "/users?$filter=startswith(surname,'s')&$skiptoken=\(token)", token: try await site.graphToken())
        #expect(answer.status == .badRequest, "\(answer.text)")
    }

    @Test func `a skip token shows nobody's name, and cannot be changed`() async throws {
        let graphToken = try await site.graphToken()
        let link = try #require(try await site.graph("/users?$top=3", token: graphToken).nextPath)
        let token = try #require(link.split(separator: "=").last.map(String.init))
        let content = String(decoding: try Base64URL.decode(token), as: UTF8.self)
        #expect(content.hasPrefix("people-from-"))
        let inner = try Base64URL.decode(content.dropFirst("people-from-".count))
        #expect(!String(decoding: inner, as: UTF8.self).contains("silva"))
        var changed = Array(inner)
        changed[20] ^= 1
        let text = Array("people-from-\(changed.unpaddedBase64URL)".utf8).unpaddedBase64URL
        #expect(try await site.graph("/users?$skiptoken=\(text)", token: graphToken).status == .badRequest)
    }

    static let wrong = [
        "$top=0", "$top=1000", "$top=-1", "$top=ten", "$top=", "$top=99999999999999999999", "$top=1&$top=2",
        "$skiptoken=x", "$skiptoken=", "$skiptoken=cGVvcGxlLWZyb20tLTE",
        "$skiptoken=cGVvcGxlLWZyb20tOTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "$top=%", "$top=%FF",
    ]

    @Test(arguments: wrong) func `invalid options are rejected`(_ query: String) async throws {
        let answer = try await site.graph("/users?\(query)", token: try await site.graphToken())
        #expect(answer.status == .badRequest)
        #expect(try answer.graphError.code?.hasSuffix("BadRequest") == true)
    }

    @Test(arguments: ["$skip=1", "$orderby=surname", "$apply=x", "%24search=a"])
    func `unsupported options are rejected with a code of their own`(_ query: String) async throws {
        let answer = try await site.graph("/users?\(query)", token: try await site.graphToken())
        #expect(try (answer.status, answer.graphError.code) == (.badRequest, "Request_UnsupportedQuery"))
    }

    @Test func `a skip token past the end returns an empty page`() async throws {
        let token = try token(Self.end)
        let answer = try await site.graph("/users?$skiptoken=\(token)", token: try await site.graphToken())
        #expect(try (answer.object()["value"], answer.object()["@odata.nextLink"]) == (.array([]), nil))
    }

    @Test func `an option without a dollar sign is ignored`() async throws {
        #expect(try await pages("top=1&filter=x&api-version=1").map(\.count) == [48])
    }
}
