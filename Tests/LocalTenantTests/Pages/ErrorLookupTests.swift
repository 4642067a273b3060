// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct ErrorLookupTests: SiteSuite {
    let site: Site

    @Test func `every number that the tenant returns is explained`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Tenant/TenantEntra").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var said: Set<Int> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/(?:EntraError|unauthorized)\(\s*([0-9][0-9_]{4,})/#) {
                said.insert(try #require(Int(match.1.replacing("_", with: ""))))
            }
        }
        #expect(said.count > 40 && said.subtracting(ErrorCatalogue.entraID.numbers).sorted() == [])
    }

    @Test(arguments: ErrorCatalogue.entraID.numbers) func `a number has cause and remedy`(_ number: Int) async throws {
        let page = try await site.send(.get, "/error?code=\(number)")
        #expect(page.status == .ok && page.text.contains("<code>AADSTS\(number)</code>"))
        #expect(page.text.contains("What to do next"))
        let explanation = try #require(ErrorCatalogue.entraID[number])
        #expect(![explanation.title, explanation.cause ?? "", explanation.remedy].contains(""))
    }

    @Test(arguments: ErrorCatalogue.azureADB2C.numbers)
    func `a number of Azure AD B2C has cause and remedy`(_ number: Int) async throws {
        let page = try await site.send(.get, "/error?code=AADB2C\(number)")
        #expect(page.status == .ok && page.text.contains("<code>AADB2C\(number)</code>"))
        #expect(page.text.contains("What to do next"))
    }

    @Test func `the number may stand behind its letters`() async throws {
        #expect(try await site.send(.get, "/error?code=AADSTS50058").text.contains("No user is signed in"))
        #expect(try await site.send(.get, "/error").text.contains("Look up an error"))
    }

    @Test(arguments: Hostile.texts + ["1", "-50058", "99999999999999999999"])
    func `anything else is text on the page`(_ text: String) async throws {
        let query: FormParameters = ["code": text]
        let page = try await site.send(.get, "/error?\(query.encoded)")
        #expect(page.status == .ok && page.text.contains("No error “"))
        #expect(Hostile.isHarmless(text, in: page.text))
    }

    @Test(arguments: [(7_000_215, true), (500_011, true), (70011, true), (70003, false), (700_038, false), (1, false)])
    func `errors name the page as recorded`(_ number: Int, isNamed: Bool) {
        let reply = ErrorReply(EntraError(number, "e", "t"), settings: site.platform.context.settings)
        #expect(reply.lookupPage == (isNamed ? "http://127.0.0.1:4400/error?code=\(number)" : nil))
    }

    @Test func `JSON keeps its order and escapes what it must`() {
        let value = OrderedJSON.object([
            ("b", .string("\"\\/\u{1}\né\u{2028}")), ("a", .array([.integer(1), .boolean(true), .null])),
        ])
        #expect(value.text == #"{"b":"\"\\/\u0001\né\#u{2028}","a":[1,true,null]}"#)
    }
}
