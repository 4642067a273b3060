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
        // snippet: GraphPages
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

    func action(_ signedIn: Account) async throws -> (Account, [Person]) {
        var (account, people) = (signedIn, [Person]())
        // snippet: GraphNextAction
        do {
            people = try await graph.people(matching: "sil").all(limit: 20)
        } catch let error as GraphError {
            switch error.nextAction {
            case .consent(let scopes): account = try await flow.extend(account, by: scopes, with: agent)
            case .signInAgain, .chooseAccount: account = try await flow.signIn(with: agent)
            case .retry(let delay): await show("Graph asks to wait \(delay ?? .seconds(30)).")
            default: await show(error.localizedDescription, offering: error.nextAction)
            }
        }
        // snippet: end
        return (account, people)
    }

    func entity() async throws -> Int {
        // snippet: AnyGraphEntity
        struct Device: Decodable, Sendable {
            let id: String
            let operatingSystem: String?
        }
        let query = GraphQuery(select: ["id", "operatingSystem"])
        let devices = try await graph.pages("/me/ownedDevices", query, of: Device.self).all(limit: 100)
        // snippet: end
        return devices.count
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

    func path(_ groupID: String) async throws -> [Person] {
        // snippet: GraphPath
        let path: GraphPath = "/groups/\(groupID)/owners"
        let list = graph.pages(path, of: Person.self)
        let owners = try await list.all(limit: 100)
        // snippet: end
        return owners
    }

    func expression(_ typed: String) -> GraphPages<Person> {
        // snippet: ODataExpression
        let filter: ODataExpression = "startswith(displayName,\(typed)) and accountEnabled eq \(true)"
        let query = GraphQuery(filter: filter)
        let people = graph.pages("/users", query, of: Person.self)
        // snippet: end
        return people
    }

    func search() -> GraphPages<Person> {
        // snippet: GraphSearch
        let search = GraphSearch("weiß", in: ["displayName", "mail"])
        let query = GraphQuery(search: search)
        let people = graph.pages("/users", query, of: Person.self)
        // snippet: end
        return people
    }

    func expansion() -> GraphPages<ExpandedPerson> {
        // snippet: GraphExpansion
        let manager = GraphExpansion("manager", select: ["id", "displayName"])
        let query = GraphQuery(expand: [manager])
        let people = graph.pages("/users", query, of: ExpandedPerson.self)
        // snippet: end
        return people
    }

    func query(_ department: String) async throws {
        // snippet: GraphQuery
        let query = GraphQuery(
            select: ["id", "displayName"], filter: "department eq \(department)", orderBy: ["displayName"],
            counts: true)
        var pages = graph.pages("/users", query, of: Person.self).makeAsyncIterator()
        let first = try await pages.next() ?? []
        await show("\(first.count) of \(pages.count ?? 0) people")
        // snippet: end
    }

    func expanded() async throws {
        // snippet: ExpandedPerson
        let ana = try await graph.person("ana@contoso.com", expanding: .manager)
        let name = ana.person.displayName ?? ana.person.id
        await show("Manager of \(name): \(ana.manager?.displayName ?? "none")")
        // snippet: end
    }

    func groups() async throws {
        // snippet: GraphGroup
        for try await page in graph.groups(of: "ana@contoso.com") {
            await show(page.compactMap(\.displayName).joined(separator: "\n"))
        }
        // snippet: end
    }

    func batch() async throws -> Person {
        // snippet: GraphBatch
        var batch = GraphBatch()
        let me = try batch.get("/me")
        let reports = try batch.get("/me/directReports", after: me)
        let results = try await graph.send(batch)
        let person = try results.value(of: me, as: Person.self)
        // snippet: end
        _ = try results.data(of: reports)
        return person
    }

    func results(_ results: GraphBatchResults, _ parts: [GraphBatch.Part]) async {
        // snippet: GraphBatchResults
        for part in parts {
            if let error = results.error(of: part) {
                await show(error.localizedDescription, offering: error.nextAction)
            }
        }
        // snippet: end
    }

    func change(_ change: GraphChange<Person>, _ people: [String: Person]) -> [String: Person] {
        var known = people
        // snippet: GraphChange
        switch change {
        case .present(let person): known[person.id] = person
        case .removed(let id, _): known[id] = nil
        }
        // snippet: end
        return known
    }

    func members(_ group: GraphGroup, _ known: Set<String>) -> Set<String> {
        var members = known
        // snippet: GraphGroupMember
        for member in group.memberChanges ?? [] {
            if member.isRemoved { members.remove(member.id) } else { members.insert(member.id) }
        }
        // snippet: end
        return members
    }

    func token(_ token: GraphDeltaToken) throws -> GraphDeltaToken {
        // snippet: GraphDeltaToken
        let kept = try JSONEncoder().encode(token)
        let again = try JSONDecoder().decode(GraphDeltaToken.self, from: kept)
        let round = graph.peopleChanges(since: again)
        // snippet: end
        _ = round
        return again
    }

    func changes(_ kept: GraphDeltaToken?, _ apply: (GraphChange<Person>) -> Void) async throws -> GraphDeltaToken? {
        var token = kept
        // snippet: GraphChanges
        do {
            for try await page in graph.peopleChanges(since: token) {
                for change in page.changes { apply(change) }
                token = page.token ?? token
            }
        } catch let error as GraphError where error.mustReadAgain {
            token = nil  // delete all people, and read everything again
        }
        // snippet: end
        return token
    }
}
