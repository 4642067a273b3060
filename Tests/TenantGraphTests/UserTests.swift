// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct UserTests: SiteSuite {
    let site: Site

    @Test func `me is the person of the token`() async throws {
        let me = try await site.graph("/me", token: try await site.graphToken(as: "conor.obrien")).object()
        #expect(Set(me.keys) == Set(UserResource.defaultProperties + ["@odata.context"]))
        #expect(me["@odata.context"]?.string == "http://127.0.0.1:4400/v1.0/$metadata#users/$entity")
        #expect((me["displayName"]?.string, me["businessPhones"]?.array?.count) == ("Conor O'Brien", 3))
        #expect(me["mobilePhone"]?.string != nil)
    }

    @Test func `what is missing is null, and phones are a list`() async throws {
        let token = try await site.graphToken()
        let owen = try await site.graph("/users/owen.treharne@aldervale.example", token: token).object()
        #expect((owen["mail"], owen["mobilePhone"]) == (.null, .null))
        let fionnuala = try await site.graph("/users/fionnuala.byrne@aldervale.example", token: token)
            .object()
        #expect(fionnuala["businessPhones"] == .array([]))
    }

    static let names = [
        "b42f7609-ea53-47c8-b315-8ab13e34f58e", "B42F7609-EA53-47C8-B315-8AB13E34F58E", "ana.silva@aldervale.example",
        "ana.silva%40aldervale.example", "ANA.SILVA%40ALDERVALE.EXAMPLE", "%61na.silva@aldervale.example",
    ]

    @Test(arguments: names) func `a person is found by id and by user name`(_ name: String) async throws {
        let answer = try await site.graph("/users/\(name)", token: try await site.graphToken())
        #expect(try (answer.status, answer.object()["id"]?.string) == (.ok, "b42f7609-ea53-47c8-b315-8ab13e34f58e"))
    }

    static let unknown = [
        ("nobody", "nobody"), ("nobody%40x", "nobody@x"),
        ("00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"), ("%25", "%"),
        ("a%2Fb", "a/b"), ("%27%20or%201%3D1%20--", "' or 1=1 --"), ("%E7%8E%8B", "王"), ("%FF", "%FF"), ("%", "%"),
    ]

    @Test(arguments: unknown) func `an unknown person returns 404`(segment: String, name: String) async throws {
        let answer = try await site.graph("/users/\(segment)", token: try await site.graphToken())
        #expect(answer.status == .notFound)
        let message =
            "Resource '\(name)' does not exist or one of its queried reference-property objects are not present."
        #expect(try answer.graphError == ("Request_ResourceNotFound", message))
    }

    @Test func `every property of a user can be selected, with its value or null`() async throws {
        let token = try await site.graphToken()
        let names = UserResource.allProperties.sorted().joined(separator: ",")
        let answer = try await site.graph("/me?$select=\(names)", token: token)
        let me = try answer.object()
        #expect(answer.status == .ok)
        #expect(Set(me.keys) == UserResource.allProperties.union(["@odata.context"]))
        #expect(UserResource.allProperties.count == 80)
        #expect((me["accountEnabled"], me["userType"], me["city"]) == (.boolean(true), .string("Member"), .null))
        #expect(me["assignedLicenses"] == .array([]))
        #expect(me["identities"]?.array?.first?.object?["issuer"] == .string("aldervale.example"))
        try await site.change("conor.obrien") { $0.accountEnabled = false }
        let conor = "/users/conor.obrien@aldervale.example?$select=accountEnabled"
        #expect(try await site.graph(conor, token: token).object()["accountEnabled"] == .boolean(false))
        #expect(try await site.graph("/users?$filter=accountEnabled%20eq%20false", token: token).entries.count == 1)
    }

    @Test(arguments: ["accountEnabled eq 'true'", "accountEnabled ge true", "startswith(accountEnabled,'t')"])
    func `a flag is compared with true or false alone`(_ filter: String) async throws {
        let path = "/users?$filter=\(FormParameters.encoded(filter))"
        #expect(try await site.graph(path, token: try await site.graphToken()).status == .badRequest)
    }

    @Test func `the directory answers as the organization`() async throws {
        let token = try await site.graphToken("User.Read")
        let list = try await site.graph("/organization", token: token).object()
        let organization = try #require(list["value"]?.array?.first?.object)
        #expect(organization["id"] == .string(Site.tenantID))
        #expect(organization["verifiedDomains"]?.array?.first?.object?["name"] == .string(Site.domain))
        #expect(organization["city"] == .null)
        let one = try await site.graph("/organization/\(Site.tenantID)?$select=displayName", token: token).object()
        #expect(Set(one.keys) == ["@odata.context", "id", "displayName"])
        #expect(try await site.graph("/organization/\(Site.customersID)", token: token).status == .notFound)
        #expect(try await site.graph("/organization?$select=nothing", token: token).status == .badRequest)
    }

    @Test func `only what was selected is written`() async throws {
        let token = try await site.graphToken()
        let one = try await site.graph("/me?$select=displayName,department", token: token).object()
        #expect(Set(one.keys) == ["@odata.context", "displayName", "department"])
        #expect(
            one["@odata.context"]?.string
                == "http://127.0.0.1:4400/v1.0/$metadata#users(displayName,department)/$entity")
        let list = try await site.graph("/users?%24select=mail,%20displayName&$top=1", token: token).object()
        #expect(list["@odata.context"]?.string == "http://127.0.0.1:4400/v1.0/$metadata#users(mail,displayName)")
        let first = try #require(list["value"]?.array?.first?.object)
        #expect(Set(first.keys) == ["mail", "displayName", "id"])
        #expect(try await site.graph("/me?$select=", token: token).object().count == 12)
        #expect(try await site.graph("/me?$select=id,id", token: token).object().count == 2)
        let wrong = try await site.graph("/me?$select=shoeSize", token: token)
        #expect(wrong.status == .badRequest)
        #expect(wrong.text.contains("Could not find a property named 'shoeSize' on type 'microsoft.graph.user'."))
    }

    @Test func `nothing can be changed`() async throws {
        let token = try await site.graphToken()
        for path in ["/me", "/users", "/users/ana.silva@aldervale.example"] {
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                let answer = try await site.graph(method, path, token: token)
                #expect((answer.status, answer["Allow"]) == (.methodNotAllowed, "GET, HEAD"))
                let message = "Specified HTTP method is not allowed for the request target."
                #expect(try answer.graphError == ("Request_BadRequest", message))
            }
        }
        #expect(try await site.platform.people().count == 48)
    }
}
