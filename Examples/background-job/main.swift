// SPDX-License-Identifier: Apache-2.0
//
// A job without a person: counts the people of a directory by job title, with an application permission.
//
//   script/demo                 in one terminal: a directory with people, on this machine
//   swift run background-job    in another
//
// For a directory of your own, set AUTHORITY, CLIENT_ID and CLIENT_SECRET of a confidential client to which an
// administrator granted the application permission User.Read.All. GRAPH names another cloud's Microsoft Graph.
import Foundation
import MicrosoftGraph
import MicrosoftIdentity
import SignIn

let environment = ProcessInfo.processInfo.environment
// All of the demo, or nothing of it: a token of a real directory must not go to a port of this machine.
let isDemo = environment["AUTHORITY"] == nil

do {
    let report = try ClientRegistration(
        name: "nightly report", authority: environment["AUTHORITY"] ?? "http://127.0.0.1:4400/aldervale.example",
        clientID: environment["CLIENT_ID"] ?? (isDemo ? "e1a7c3d9-4b62-4f08-a5d1-83b90f6c2e47" : ""),
        authentication: ClientAuthentication(
            secret: environment["CLIENT_SECRET"] ?? (isDemo ? "sample-secret-of-the-nightly-report" : nil)),
        redirectURI: "http://localhost", scopes: [])
    let usual = isDemo ? "http://127.0.0.1:4400/v1.0" : GraphClient.publicEndpoint.absoluteString
    guard let graph = URL(string: environment["GRAPH"] ?? usual) else { throw CocoaError(.formatting) }

    try await withSystemTransport { transport in
        // The tokens stay in memory; a job that runs for days gets a new one shortly before each end.
        let tokens = ClientGrants(report, over: transport).clientCredentials
        let authorized = AuthorizedTransport(
            tokens, scopes: ["https://graph.microsoft.com/.default"], to: graph, over: transport)

        var titles: [String: Int] = [:]
        // Each page is requested when it is needed, so that a large directory needs little memory.
        for try await people in GraphClient(endpoint: graph, over: authorized).people(matching: "", pageSize: 100) {
            for person in people { titles[person.jobTitle ?? "without a title", default: 0] += 1 }
        }
        for (title, count) in titles.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            print(count, title, separator: "\t")
        }
    }
} catch let error as any ActionableError {
    FileHandle.standardError.write(Data("\(error.localizedDescription) Next: \(error.nextAction)\n".utf8))
    exit(1)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
