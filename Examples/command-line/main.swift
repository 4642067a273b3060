// SPDX-License-Identifier: Apache-2.0
//
// A program for the terminal: signs a person in with their browser, remembers them, and finds colleagues by name.
//
//   script/demo                  in one terminal: a directory with people, on this machine
//   swift run command-line An    in another; sign in as ana.silva@aldervale.example with the password 'watchword'
//
// For a directory of your own, set AUTHORITY and CLIENT_ID, and register http://localhost as redirect URI for public
// clients. GRAPH names another cloud's Microsoft Graph.
import BrowserSignIn
import Foundation
import MicrosoftGraph
import MicrosoftIdentity
import SignIn

/// Notes for the person, and errors: standard output is for results, and may be a pipe.
func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

let environment = ProcessInfo.processInfo.environment
// All of the demo, or nothing of it: a token of a real directory must not go to a port of this machine.
let isDemo = environment["AUTHORITY"] == nil
let name = CommandLine.arguments.dropFirst().joined(separator: " ")

do {
    let work = try ClientRegistration(
        name: "work", authority: environment["AUTHORITY"] ?? "http://127.0.0.1:4400/common",
        clientID: environment["CLIENT_ID"] ?? (isDemo ? "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10" : ""),
        redirectURI: "http://localhost", scopes: ["offline_access", "User.ReadBasic.All"])
    let home = environment["HOME"].map { URL(filePath: $0) } ?? .homeDirectory
    let folder = environment["ACCOUNTS"].map { URL(filePath: $0) } ?? home.appending(path: ".command-line")
    let usual = isDemo ? "http://127.0.0.1:4400/v1.0" : GraphClient.publicEndpoint.absoluteString
    guard let graph = URL(string: environment["GRAPH"] ?? usual) else { throw CocoaError(.formatting) }

    // Waits for refreshes in flight at its end, so that no refresh token is lost.
    try await withAccounts(keptIn: SealedAccountStorage(folder: folder), of: [work]) { accounts in
        let flow = SignInFlow(work, keepingIn: accounts)
        let account: Account
        if let remembered = try await accounts.accounts(of: work).first, !remembered.needsSignIn {
            account = remembered
        } else {
            account = try await flow.signIn(with: LoopbackUserAgent { page in note("Opening \(page)") })
        }
        note("Signed in as \(account.identity.username ?? account.identity.subject)")

        // Adds the token to each request, refreshes it before it ends, and sends it to Graph alone.
        let transport = flow.authorizedTransport(for: account, scopes: ["User.ReadBasic.All"], to: graph)
        for person in try await GraphClient(endpoint: graph, over: transport).people(matching: name).all(limit: 20) {
            print(person.displayName ?? person.id, person.mail ?? "", separator: "\t")
        }
    }
} catch let error as any ActionableError {
    // Each error says what happened and what can help.
    note("\(error.localizedDescription) Next: \(error.nextAction)")
    exit(1)
} catch {
    note(error is CancellationError ? "The sign-in was canceled." : "\(error)")
    exit(1)
}
