// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct RelationTests: SiteSuite {
    let site: Site

    private static let base = "http://127.0.0.1:4400/v1.0"
    private static let conor = "/users/conor.obrien@aldervale.example"

    @Test func `a manager is a person among other things of a directory`() async throws {
        let token = try await site.graphToken()
        for path in ["/me/manager", "/users/ana.silva@aldervale.example/manager"] {
            let manager = try await site.graph(path, token: token).object()
            #expect(manager.texts("displayName", "@odata.type") == ["Tobias Weiß", "#microsoft.graph.user"])
            #expect(manager["@odata.context"]?.string == "\(Self.base)/$metadata#directoryObjects/$entity")
        }
        let chosen = try await site.graph("/me/manager?$select=mail", token: token).object()
        #expect(Set(chosen.keys) == ["@odata.context", "@odata.type", "mail"])
    }

    @Test func `a person without a manager returns 404`() async throws {
        let path = "/users/margaret.ashdown@aldervale.example/manager"
        let answer = try await site.graph(path, token: try await site.graphToken())
        #expect(answer.status == .notFound)
        let error = try answer.graphError
        #expect(error.code == "Request_ResourceNotFound")
        #expect(error.message?.hasPrefix("Resource 'manager' does not exist") == true)
    }

    @Test func `a manager is expanded with the requested properties`() async throws {
        let token = try await site.graphToken()
        let path = "/me?$select=displayName&$expand=manager($select=id,displayName)"
        let me = try await site.graph(path, token: token).object()
        #expect(Set(me.keys) == ["@odata.context", "displayName", "manager"])
        #expect(
            me["@odata.context"]?.string
                == "\(Self.base)/$metadata#users(displayName,manager(id,displayName))/$entity")
        let manager = try #require(me["manager"]?.object)
        #expect(Set(manager.keys) == ["@odata.type", "id", "displayName"])
        #expect(manager["displayName"]?.string == "Tobias Weiß")
        let whole = try await site.graph("/me?$expand=manager", token: token).object()["manager"]?.object
        #expect(whole?["mail"]?.string != nil)
        let top = "/users/margaret.ashdown@aldervale.example?$expand=manager"
        #expect(try await site.graph(top, token: token).object()["manager"] == nil)
    }

    @Test func `levels lead up to the top of one person's chain`() async throws {
        let token = try await site.graphToken()
        let chain = "$expand=manager($levels=max;$select=displayName)&$select=displayName&$count=true"
        var person: [String: JSONValue]? = try await site.graph("/me?\(chain)", token: token, isEventual: true).object()
        var names: [String] = []
        while let next = person {
            names.append(next["displayName"]?.string ?? "")
            person = next["manager"]?.object
        }
        #expect(names == ["Ana Silva", "Tobias Weiß", "Margaret Ashdown"])
        let one = chain.replacing("max", with: "1")
        let first = try await site.graph("/me?\(one)", token: token, isEventual: true).object()["manager"]?.object
        #expect(first != nil && first?["manager"] == nil)
        #expect(try await site.graph("/me?\(chain)", token: token).status == .badRequest)
        #expect(try await site.graph("/users?\(chain)", token: token, isEventual: true).status == .badRequest)
    }

    @Test func `a list expands managers and groups of everybody on the page`() async throws {
        let token = try await site.graphToken("openid Directory.Read.All")
        let people = try await site.graph("/users?$expand=manager($select=id)&$top=999", token: token).entries
        let managers = people.compactMap { $0["manager"]?.object }
        #expect(!managers.isEmpty && managers.allSatisfy { Set($0.keys) == ["@odata.type", "id"] })
        let groups = try await site.graph("/me?$expand=transitiveMemberOf($select=displayName)", token: token).object()
        let direct = try await site.graph("/me/transitiveMemberOf?$select=displayName", token: token).object()
        #expect(groups["transitiveMemberOf"] == direct["value"])
        #expect(direct["value"]?.array?.isEmpty == false)
    }

    static let unreadable = [
        "boss", "manager(", "manager($filter=x)", "manager($select=nothing)", "manager,directReports",
        "manager($levels=0)", "manager($levels=1001)", "memberOf($levels=2)",
    ]

    @Test(arguments: unreadable) func `another expansion is refused`(_ text: String) async throws {
        let path = "/me?$count=true&$expand=\(text)"
        let answer = try await site.graph(path, token: try await site.graphToken(), isEventual: true)
        #expect(try (answer.status, answer.graphError.code) == (.badRequest, "BadRequest"))
    }

    @Test func `expanding a manager requires permission to read it`() async throws {
        let token = try await site.graphToken("User.ReadBasic.All")
        #expect(try await site.graph("\(Self.conor)?$expand=manager", token: token).status == .forbidden)
        #expect(try await site.graph("/users?$expand=manager", token: token).status == .forbidden)
        #expect(try await site.graph("/me?$expand=manager", token: token).status == .ok)
    }

    @Test func `reports come page by page`() async throws {
        let token = try await site.graphToken()
        var path: String? = "/me/directReports?$top=2&$select=surname"
        var found: [String] = []
        var pages = 0
        while let current = path {
            let page = try await site.graph(current, token: token)
            #expect(try page.entries.allSatisfy { $0["@odata.type"]?.string == "#microsoft.graph.user" })
            found += try page.texts("surname")
            pages += 1
            path = try page.nextPath
            #expect(path?.hasPrefix("/me/directReports?") != false)
        }
        #expect(Set(found) == ["Krishnan", "Işık", "Tanaka", "Björnsdóttir"])
        #expect(pages == 2)
        let nobodys = try await site.graph("\(Self.conor)/directReports?$top=1", token: token).object()
        #expect(nobodys["@odata.nextLink"]?.string?.contains("/users/e3b93a27-") == true)
        let none = try await site.graph("/users/o.tanaka@aldervale.example/directReports", token: token).object()
        #expect(none["value"] == .array([]))
    }

    static let questions = [
        ("$filter=startswith(displayName,'A')", 200), ("$orderby=displayName", 200), ("$select=jobTitle", 200),
        ("$filter=jobTitle%20eq%20'Engineer'", 403), ("$filter=not(startswith(mobilePhone,'1'))&$count=true", 403),
    ]

    @Test(arguments: questions, ["User.Read", "User.ReadBasic.All", "User.Read.All"])
    func `unreadable properties filter no reports`(_ row: (query: String, status: Int), scope: String) async throws {
        let id = try await site.person("ana.silva").id
        let token = try site.token(.person(id, scopes: scope))
        for place in ["/me", "/users/\(id)"] {
            let answer = try await site.graph("\(place)/directReports?\(row.query)", token: token, isEventual: true)
            #expect(answer.status.code == (scope == "User.Read.All" ? 200 : row.status))
        }
    }

    static let permissions: [(String, own: Int, other: Int)] = [
        ("openid", 403, 403), ("User.Read", 200, 403), ("User.ReadBasic.All", 200, 403),
        ("User.Read.All", 200, 200), ("Directory.Read.All", 200, 200),
    ]

    @Test(arguments: permissions.indices) func `a permission opens`(_ row: Int) async throws {
        let (scope, own, other) = Self.permissions[row]
        let id = try await site.person("ana.silva").id
        let token = try site.token(.person(id, scopes: scope))
        for part in ["manager", "directReports"] {
            for place in ["/me", "/users/\(id)", "/users/ANA.SILVA@aldervale.example"] {
                #expect(try await site.graph("\(place)/\(part)", token: token).status.code == own)
            }
            #expect(try await site.graph("\(Self.conor)/\(part)", token: token).status.code == other)
        }
        guard own == 200 else { return }
        let manager = try await site.graph("/me/manager", token: token).object()
        #expect((manager["jobTitle"]?.string != nil) == (other == 200))
        #expect(manager["displayName"]?.string == "Tobias Weiß")
    }
}
