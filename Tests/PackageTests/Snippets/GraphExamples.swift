// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import MicrosoftGraph
import SignIn

/// The examples of Microsoft Graph, in the doc comments.
struct GraphExamples {
    let flow: SignInFlow
    let graph: GraphClient
    let agent: LoopbackUserAgent

    func client(_ account: Account) async throws -> Person {
        // snippet: GraphClient
        let api = GraphClient.publicEndpoint
        let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
        let me = try await GraphClient(endpoint: api, over: transport).me()
        // snippet: end
        return me
    }

    func person() async throws {
        // snippet: Person
        let ana = try await graph.person("ana@contoso.com")
        let work = [ana.jobTitle, ana.department].compactMap(\.self).joined(separator: ", ")
        await show("\(ana.displayName ?? ana.id): \(work)")
        // snippet: end
    }

    func photo(_ ana: Person, _ folder: URL) async throws {
        // snippet: PersonPhoto
        if let photo = try await graph.photo(of: ana.id, size: .pixels96) {
            let name = photo.format == .png ? "ana.png" : "ana.jpg"
            try photo.data.write(to: folder.appending(path: name))
        }
        // snippet: end
    }

    func pages() async throws {
        // snippet: PeoplePages
        for try await page in graph.people(matching: "sil", pageSize: 50) {
            await show(page.compactMap(\.displayName).joined(separator: "\n"))
        }
        // snippet: end
    }

    func error(_ signedIn: Account) async throws -> (Account, [Person]) {
        var (account, people) = (signedIn, [Person]())
        // snippet: GraphError
        do {
            people = try await graph.people(matching: "sil").all(limit: 20)
        } catch let error as GraphError {
            guard let permission = error.missingPermission else { throw error }
            account = try await flow.extend(account, by: [permission.rawValue], with: agent)
        }
        // snippet: end
        return (account, people)
    }

    func permission(_ account: Account) -> GraphClient {
        // snippet: GraphPermission
        let scopes: ScopeSet = [GraphPermission.userReadBasicAll.rawValue]
        let api = GraphClient.publicEndpoint
        let graph = GraphClient(
            endpoint: api, over: flow.authorizedTransport(for: account, scopes: scopes, to: api))
        // snippet: end
        return graph
    }
}
