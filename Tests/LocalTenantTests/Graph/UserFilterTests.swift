// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import JOSE
import OAuth
import Testing

@testable import LocalTenant

@Suite struct UserFilterTests {
    let site: Site

    init() throws { site = try Site() }

    private func found(
        _ filter: String, encodedName: String = "$filter", token: String? = nil
    ) async throws -> Set<String> {
        let query = "\(encodedName)=\(FormParameters.encoded(filter))&$top=999"
        let token = if let token { token } else { try await site.graphToken() }
        let answer = try await site.graph("/users?\(query)", token: token)
        try #require(answer.status == .ok, "\(answer.text)")
        return Set(
            try answer.object()["value"]?.array?.compactMap { $0.object?["userPrincipalName"]?.string } ?? [])
    }

    private static func users(_ names: String...) -> Set<String> { Set(names.map { "\($0)@\(Site.domain)" }) }

    static let table: [(String, Set<String>)] = [
        ("startswith(givenName,'Conor')", users("conor.obrien")),
        ("startswith(givenName, 'Conor')", users("conor.obrien")),
        ("  startsWith ( givenName , 'Conor' )  ", users("conor.obrien")),
        ("STARTSWITH(givenName,'cONOR')", users("conor.obrien")),
        ("startswith(surname,'O''B')", users("conor.obrien")),
        ("surname eq 'O''Brien'", users("conor.obrien")),
        ("startswith(givenName,'D''Arcy')", users("darcy.whitlock")),
        ("startswith(surname,'O’S')", users("niamh.osullivan")),
        ("givenName eq 'O'", users("o.tanaka")),
        ("startswith(givenName,'陽')", users("yoko.sato")),
        ("surname eq '王'", users("xiaoming.wang")),
        ("startswith(givenName,'ليلى')", users("layla.haddad")),
        ("startswith(surname,'WEI')", users("tobias.weiss")),
        ("surname eq 'weiß'", users("tobias.weiss")),
        ("startswith(surname,'Groß')", users("jurgen.gross")),
        ("givenName eq 'ÍÑIGO'", users("inigo.nunez")),
        ("givenName eq 'þóra'", users("thora.bjornsdottir")),
        ("givenName eq 'Ελένη'", users("eleni.papadopoulou")),
        ("givenName eq 'Jos\u{E9}'", users("jose.ferreira", "jose.garcia")),
        ("givenName eq 'Jose\u{301}'", users("jose.ferreira", "jose.garcia")),
        ("startswith(givenName,'Jos\u{E9}')", users("jose.ferreira", "jose.garcia")),
        ("startswith(givenName,'İpek')", users("ipek.isik")),
        ("displayName eq 'Ana Silva'", users("ana.silva", "ana.silva2")),
        ("displayName eq 'Ana Silva' and department eq 'Sales'", users("ana.silva2")),
        ("givenName eq 'Conor' or givenName eq 'O' and surname eq 'Nobody'", users("conor.obrien")),
        ("(givenName eq 'Conor' or givenName eq 'O') and surname eq 'Tanaka'", users("o.tanaka")),
        ("((((givenName eq 'O'))))", users("o.tanaka")),
        ("mail eq 'owen.treharne@aldervale.example'", []),
        ("userPrincipalName eq 'OWEN.TREHARNE@aldervale.example'", users("owen.treharne")),
        ("id eq 'b42f7609-ea53-47c8-b315-8ab13e34f58e'", users("ana.silva")),
        ("department eq ''", []), ("givenName eq '%'", []), ("startswith(givenName,'_')", []),
        ("startswith(givenName,'*')", []), ("givenName eq 'x'' or id ne '''", []),
        ("startswith(givenName,'''')", []), ("givenName eq '\u{301}'", []), ("givenName eq 'x\u{301}'", []),
        ("givenName eq ''''\u{20}or givenName eq 'O'", users("o.tanaka")),
    ]

    @Test(arguments: table) func `a filter finds`(filter: String, expected: Set<String>) async throws {
        #expect(try await found(filter) == expected)
    }

    @Test(arguments: ["$filter", "%24filter", "%24%66ilter"])
    func `the name of the option may be encoded`(_ name: String) async throws {
        #expect(try await found("startswith(givenName, 'Conor')", encodedName: name).count == 1)
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
