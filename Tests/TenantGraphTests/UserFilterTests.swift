// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct UserFilterTests: SiteSuite {
    let site: Site

    private func found(
        _ filter: String, encodedName: String = "$filter", token: String? = nil
    ) async throws -> Set<String> {
        let query = "\(encodedName)=\(FormParameters.encoded(filter))&$top=999"
        let token = if let token { token } else { try await site.graphToken() }
        let answer = try await site.graph("/users?\(query)", token: token)
        try #require(answer.status == .ok, "\(answer.text)")
        return Set(try answer.texts("userPrincipalName"))
    }

    private static func users(_ names: String...) -> Set<String> { Set(names.map { "\($0)@\(Site.domain)" }) }

    static let table: [(String, Set<String>)] = [
        ("startswith(givenName,'Conor')", users("conor.obrien")),
        ("startswith(givenName, 'Conor')", users("conor.obrien")),
        ("  startsWith ( givenName , 'Conor' )  ", users("conor.obrien")),
        ("STARTSWITH(givenName,'cONOR')", users("conor.obrien")), ("startswith(surname,'O''B')", users("conor.obrien")),
        ("surname eq 'O''Brien'", users("conor.obrien")), ("startswith(givenName,'D''Arcy')", users("darcy.whitlock")),
        ("startswith(surname,'O’S')", users("niamh.osullivan")), ("givenName eq 'O'", users("o.tanaka")),
        ("startswith(givenName,'陽')", users("yoko.sato")), ("surname eq '王'", users("xiaoming.wang")),
        ("startswith(givenName,'ليلى')", users("layla.haddad")), ("startswith(surname,'WEI')", users("tobias.weiss")),
        ("surname eq 'weiß'", users("tobias.weiss")), ("startswith(surname,'Groß')", users("jurgen.gross")),
        ("givenName eq 'ÍÑIGO'", users("inigo.nunez")), ("givenName eq 'þóra'", users("thora.bjornsdottir")),
        ("givenName eq 'Ελένη'", users("eleni.papadopoulou")),
        ("givenName eq 'Jos\u{E9}'", users("jose.ferreira", "jose.garcia")),
        ("givenName eq 'Jose\u{301}'", users("jose.ferreira", "jose.garcia")),
        ("startswith(givenName,'Jos\u{E9}')", users("jose.ferreira", "jose.garcia")),
        ("startswith(givenName,'İpek')", users("ipek.isik")),
        ("displayName eq 'Ana Silva'", users("ana.silva", "ana.silva2")),
        ("displayName eq 'Ana Silva' and department eq 'Sales'", users("ana.silva2")),
        ("givenName eq 'Conor' or givenName eq 'O' and surname eq 'Nobody'", users("conor.obrien")),
        ("(givenName eq 'Conor' or givenName eq 'O') and surname eq 'Tanaka'", users("o.tanaka")),
        ("((((givenName eq 'O'))))", users("o.tanaka")), ("mail eq 'owen.treharne@aldervale.example'", []),
        ("userPrincipalName eq 'OWEN.TREHARNE@aldervale.example'", users("owen.treharne")),
        ("id eq 'b42f7609-ea53-47c8-b315-8ab13e34f58e'", users("ana.silva")), ("department eq ''", []),
        ("givenName eq '%'", []), ("startswith(givenName,'_')", []), ("startswith(givenName,'*')", []),
        ("givenName eq 'x'' or id ne '''", []), ("startswith(givenName,'''')", []), ("givenName eq '\u{301}'", []),
        ("givenName eq 'x\u{301}'", []), ("givenName eq ''''\u{20}or givenName eq 'O'", users("o.tanaka")),
    ]

    static let lists: [(String, Set<String>)] = [
        ("givenName in ('Conor')", users("conor.obrien")),
        ("givenName IN ( 'conor' , 'O' )", users("conor.obrien", "o.tanaka")),
        ("surname in ('O''Brien','Tanaka') and givenName ge 'D'", users("o.tanaka")),
        ("givenName ge 'o' and givenName le 'o'", users("o.tanaka")),
        ("userPrincipalName le 'ana.'", users("adaeze.okonkwo")),
    ]

    @Test(arguments: lists) func `lists and ranges find people`(filter: String, expected: Set<String>) async throws {
        #expect(try await found(filter) == expected)
    }

    static let advanced: [(String, Set<String>)] = [
        ("endsWith(userPrincipalName,'BRIEN@aldervale.example')", users("conor.obrien")),
        (
            "not (givenName ge 'b') and surname ne 'Silva' and not startswith(surname,'V')",
            users("adaeze.okonkwo", "anais.lefevre", "anand.krishnan")
        ),
        ("givenName eq 'O' and not not (surname eq 'Tanaka')", users("o.tanaka")),
        ("givenName eq 'Owen' and mail ne 'x'", users("owen.treharne")),
        ("givenName eq 'Conor' and startswith(mobilePhone,'+')", users("conor.obrien")),
        ("assignedLicenses/$count eq 0 and givenName eq 'O'", users("o.tanaka")),
        ("otherMails/$count ne 0", []),
        ("proxyAddresses/any(x:endsWith(x,'@b.example'))", []),
        ("not businessPhones/any()", users("fionnuala.byrne")),
        ("not (businessPhones/any(p:startswith(p,'+')) or givenName eq 'O')", users("fionnuala.byrne")),
        ("not otherMails/any(x:x eq 'ana@b.example') and givenName eq 'O'", users("o.tanaka")),
        ("not (createdDateTime ge 2024-01-01T00:00:00Z) and givenName eq 'O'", users("o.tanaka")),
        ("createdDateTime eq null and givenName eq 'O'", users("o.tanaka")),
        ("mail eq null", users("owen.treharne")),
        ("mail ne null and startswith(givenName,'Ow')", []),
    ]

    @Test(arguments: advanced)
    func `advanced filters find people`(filter: String, expected: Set<String>) async throws {
        let query = "/users?$filter=\(FormParameters.encoded(filter))&$count=true"
        let answer = try await site.graph(query, token: try await site.graphToken(), isEventual: true)
        try #require(answer.status == .ok, "\(answer.text)")
        #expect(Set(try answer.texts("userPrincipalName")) == expected)
    }

    static let documented: [(String, Set<String>)] = [
        ("createdDateTime ge 2024-01-01T00:00:00Z", []),
        ("createdDateTime le 2030-01-01T00:00:00Z or givenName eq 'O'", users("o.tanaka")),
        ("createdDateTime in (2024-01-01T00:00:00Z, 2024-01-02T00:00:00.5+01:00)", []),
        ("identities/any(c:c/issuerAssignedId eq 'ana.silva@aldervale.example' and c/issuer eq 'a.example')", []),
        ("otherMails/any(x:x eq 'ana@b.example') or givenName eq 'O'", users("o.tanaka")),
        ("proxyAddresses/any(x:startswith(x,'smtp:a') or x eq 'SMTP:ana@b.example')", []),
        ("imAddresses/any()", []),
        ("businessPhones/any(p:p eq '+44 20 7946 0236')", users("ana.silva")),
        ("businessPhones/ANY( p : StartsWith( p , '+353 20 914 3' ) )", users("conor.obrien")),
        ("businessPhones/any(p:p eq '+44 20 7946 0678' or p eq '+1 206 555 0168')", users("conor.obrien")),
        ("businessPhones/any(p:p in ('+44 20 7946 0236','x'))", users("ana.silva")),
        ("businessPhones/any(p:p ge '+49 30 23125 6')", users("klara.hoffmann")),
        ("businessPhones/any(p:p le '+1 206 555 0108')", users("lakshmi.venkataraman")),
        ("businessPhones/any(p:p eq '0236') or businessPhones/any(p:startswith(p,'%'))", []),
        ("startswith(givenName,'A') and businessPhones/any(p:p eq '+44 20 7946 0236')", users("ana.silva")),
        ("givenName eq 'O' or businessPhones/any(p:p eq '+44 20 7946 0236')", users("o.tanaka", "ana.silva")),
        ("assignedLicenses/any(s:s/skuId eq 184efa21-98c3-4e5d-95ab-d07053a96e67)", []),
        ("assignedPlans/any(p:p/servicePlanId eq 184efa21-98c3-4e5d-95ab-d07053a96e67 and p/service eq 'x')", []),
        ("signInActivity/lastSignInDateTime le 2030-01-01T00:00:00Z", []),
        ("onPremisesExtensionAttributes/extensionAttribute1 eq 'x'", []),
    ]

    @Test(arguments: documented)
    func `documented filters find people, or none without kept values`(
        filter: String, expected: Set<String>
    ) async throws {
        #expect(try await found(filter) == expected)
    }

    @Test(arguments: table) func `filters find people`(filter: String, expected: Set<String>) async throws {
        #expect(try await found(filter) == expected)
    }

    @Test(arguments: ["$filter", "%24filter", "%24%66ilter"])
    func `the name of the option may be encoded`(_ name: String) async throws {
        #expect(try await found("startswith(givenName, 'Conor')", encodedName: name).count == 1)
    }

    @Test func `the app of 2016 finds people`() async throws {
        let path = "/users?%24filter=startswith%28givenName%2C%20%27Conor%27%29"
        let token = try await site.graphToken("offline_access User.ReadBasic.All")
        let people = try await site.graph(path, token: token).entries
        #expect(people.count == 1)
        for name in ["userPrincipalName", "displayName", "mail"] { #expect(people.first?[name]?.string != nil) }
        #expect(people.first?["businessPhones"] == .array([]) && people.first?["mobilePhone"] == .null)
    }

    @Test func `a plus stands for a space`() async throws {
        let path = "/users?$filter=givenName+eq+'Conor'"
        #expect(try await site.graph(path, token: try await site.graphToken()).text.contains("conor.obrien"))
    }

    @Test func `each person is found by the first letter`() async throws {
        let token = try await site.graphToken()
        for person in try await site.platform.people() {
            guard let name = person.givenName, let first = name.first else { continue }
            let literal = String(first).replacing("'", with: "''")
            let found = try await found("startswith(givenName,'\(literal)')", token: token)
            #expect(found.contains(person.userPrincipalName))
        }
    }
}
