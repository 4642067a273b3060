// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import MicrosoftGraph

@Suite struct GraphClientTests {
    static let endpoint = "https://graph.example/v1.0"
    static let select =
        "$select=id,displayName,givenName,surname,userPrincipalName,mail,jobTitle,department,officeLocation,"
        + "mobilePhone,businessPhones,preferredLanguage"
    static let alice = #"{"id":"1","displayName":"Alice Able","businessPhones":["+49 30 1"],"mail":null}"#

    static func client(_ transport: ScriptedTransport) throws -> GraphClient {
        GraphClient(endpoint: try #require(URL(string: endpoint)), over: transport)
    }

    @Test func `requests the signed-in user with all properties`() async throws {
        let transport = ScriptedTransport([(200, Self.alice)])
        let me = try await Self.client(transport).me()
        #expect(await transport.lines == ["GET https://graph.example/v1.0/me?\(Self.select)"])
        #expect(await transport.sent.first?.head.headerFields[.accept] == "application/json")
        #expect((me.id, me.displayName, me.businessPhones, me.mail) == ("1", "Alice Able", ["+49 30 1"], nil))
        #expect(me.department == nil)
    }

    /// The query: quotes doubled, and special characters encoded.
    static let searches: [(typed: String, filter: String)] = [
        ("Alice", "'Alice'"),
        ("O'Brien", "'O''Brien'"),
        ("'", "''''"),
        ("a+b", "'a%2Bb'"),
        ("100%", "'100%25'"),
        ("%27", "'%2527'"),
        ("R&D", "'R%26D'"),
        ("a=b", "'a%3Db'"),
        ("a#b", "'a%23b'"),
        ("Anna Lena", "'Anna%20Lena'"),
        ("李", "'%E6%9D%8E'"),
        ("Zoë", "'Zo%C3%AB'"),
        ("x') or startswith(givenName,'", "'x'')%20or%20startswith(givenName,'''"),
        ("x')&$top=999&$filter=('", "'x'')%26$top%3D999%26$filter%3D('''"),
        ("a\nb", "'a%0Ab'"),
        ("", "''"),
    ]

    @Test(arguments: searches)
    func `a search stays inside its quotes`(_ typed: String, _ filter: String) async throws {
        let transport = ScriptedTransport([(200, #"{"value":[]}"#)])
        _ = try await Self.client(transport).people(givenNameStartsWith: typed).all()
        let expected =
            "GET https://graph.example/v1.0/users?$filter=startswith(givenName,\(filter))&\(Self.select)"
        #expect(await transport.lines == [expected])
    }

    static let conditions =
        ["givenName", "surname", "displayName", "mail", "userPrincipalName"]

    @Test(arguments: searches.dropLast(2))
    func `a search for any name stays inside its quotes`(_ typed: String, _ filter: String) async throws {
        let transport = ScriptedTransport([(200, #"{"value":[]}"#)])
        _ = try await Self.client(transport).people(matching: " \(typed)\n").all()
        let wanted = Self.conditions.map { "startswith(\($0),\(filter))" }.joined(separator: "%20or%20")
        #expect(await transport.lines == ["GET https://graph.example/v1.0/users?$filter=\(wanted)&\(Self.select)"])
    }

    @Test(arguments: ["", " ", "\n\t"])
    func `an empty search lists all users by name`(_ typed: String) async throws {
        let transport = ScriptedTransport([(200, #"{"value":[]}"#)])
        _ = try await Self.client(transport).people(matching: typed, pageSize: 10).all()
        let expected = "GET https://graph.example/v1.0/users?$orderby=displayName&\(Self.select)&$top=10"
        #expect(await transport.lines == [expected])
    }

    @Test func `the page size is sent if it is set`() async throws {
        let transport = ScriptedTransport([(200, #"{"value":[]}"#)])
        _ = try await Self.client(transport).people(givenNameStartsWith: "A", pageSize: 25).all()
        #expect(await transport.lines.first?.hasSuffix("&$top=25") == true)
    }

    /// A person's id or user name, and the path.
    static let people: [(who: String, path: String)] = [
        ("6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0", "users/6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0"),
        ("alice@contoso.example", "users/alice@contoso.example"),
        ("eve_fabrikam.example#EXT#@contoso.example", "users/eve_fabrikam.example%23EXT%23@contoso.example"),
        ("o'brien@contoso.example", "users/o'brien@contoso.example"),
        ("$alice@contoso.example", "users('$alice@contoso.example')"),
        ("$o'brien@contoso.example", "users('$o''brien@contoso.example')"),
        ("who?x=1", "users/who%3Fx=1"),
        ("a%2Fb", "users/a%252Fb"),
        ("zoë", "users/zo%C3%AB"),
        ("...", "users/..."),
        ("http:evil.example", "users/http:evil.example"),
    ]

    @Test(arguments: people)
    func `a person is addressed`(_ who: String, _ path: String) async throws {
        let transport = ScriptedTransport([(200, Self.alice)])
        _ = try await Self.client(transport).person(who)
        #expect(await transport.lines == ["GET https://graph.example/v1.0/\(path)?\(Self.select)"])
    }

    @Test(arguments: people)
    func `manager, reports and photo are addressed`(_ who: String, _ path: String) async throws {
        let transport = ScriptedTransport([(200, Self.alice), (200, #"{"value":[]}"#), (503, ""), (503, "")])
        let client = try Self.client(transport)
        _ = try await client.manager(of: who)
        _ = try await client.directReports(of: who).all()
        _ = try? await client.photo(of: who)
        _ = try? await client.photo(of: who, size: .pixels48)
        let place = "GET https://graph.example/v1.0/\(path)"
        #expect(
            await transport.lines == [
                "\(place)/manager?\(Self.select)", "\(place)/directReports?\(Self.select)",
                "\(place)/photo/$value", "\(place)/photos/48x48/$value",
            ])
    }

    @Test(arguments: ["", ".", "..", "/", "alice/manager", "../me", "..//evil.example"])
    func `an id with another path in it names no person`(_ who: String) async throws {
        let transport = ScriptedTransport([])
        let client = try Self.client(transport)
        let error = await #expect(throws: GraphError.self) { try await client.person(who) }
        #expect(error?.status == 404)
        #expect(try await client.manager(of: who) == nil)
        let photo = await #expect(throws: GraphError.self) { try await client.photo(of: who) }
        #expect(photo?.status == 404)
        let reports = await #expect(throws: GraphError.self) { try await client.directReports(of: who).all() }
        #expect(reports?.status == 404)
        let groups = await #expect(throws: GraphError.self) { try await client.groups(of: who).all() }
        #expect(groups?.status == 404)
        for error in [error, reports, groups, photo] {
            #expect(error?.message.hasSuffix("; use the id or the user principal name") == true)
        }
        #expect(await transport.lines == [])
    }
}

@Suite struct RelationTests {
    /// From Microsoft's documentation; a manager may be a contact without a user name.
    private static let manager = """
        {"@odata.context":"https://graph.microsoft.com/v1.0/$metadata#directoryObjects/$entity",\
        "@odata.type":"#microsoft.graph.orgContact","id":"2","displayName":"Sara Davis","businessPhones":[],\
        "givenName":"Sara","jobTitle":"Finance VP","mail":"SaraD@contoso.com"}
        """
    private static let none = """
        {"error":{"code":"Request_ResourceNotFound","message":"Resource 'manager' does not exist or one of its queried \
        reference-property objects are not present.","innerError":{"date":"2021-04-30T22:39:43","request-id":"r"}}}
        """

    private static let place = "GET https://graph.example/v1.0/users/1/manager?"

    @Test func `a manager is read`() async throws {
        let transport = ScriptedTransport([(200, Self.manager)], at: Self.place)
        let manager = try await GraphClientTests.client(transport).manager(of: "1")
        #expect((manager?.displayName, manager?.userPrincipalName) == ("Sara Davis", nil))
    }

    @Test func `returns no manager for a user without one`() async throws {
        let transport = ScriptedTransport([(404, Self.none)], at: Self.place)
        #expect(try await GraphClientTests.client(transport).manager(of: "1") == nil)
    }

    static let failures: [(status: Int, body: String)] = [
        (404, ""), (404, #"{"error":{"code":"UnknownError","message":"x"}}"#), (400, none), (403, none), (200, "{}"),
        (500, ""),
    ]

    @Test(arguments: failures)
    func `a failure is not the absence of a manager`(_ status: Int, _ body: String) async throws {
        let transport = ScriptedTransport([(status, body)], at: Self.place)
        let error = await #expect(throws: GraphError.self) {
            try await GraphClientTests.client(transport).manager(of: "1")
        }
        #expect(error?.status == status)
    }

    @Test func `reports come page after page, and only from Graph`() async throws {
        let link = "https://graph.example/v1.0/users/1/directReports?$skiptoken=a"
        let transport = ScriptedTransport([
            PeoplePagesTests.page(["2"], next: link), PeoplePagesTests.page(["3"], next: "https://evil.example/x"),
        ])
        var found: [String] = []
        let error = await #expect(throws: GraphError.self) {
            for try await page in try GraphClientTests.client(transport).directReports(of: "1") {
                found += page.map(\.id)
            }
        }
        #expect(error?.code == "unreadable")
        #expect(found == ["2"])
        #expect(await transport.lines.count == 2)
    }
}
