// SPDX-License-Identifier: Apache-2.0
//
// An API that knows its caller by the access token, with this package's own server.
//
//   script/demo                          in one terminal: a directory with people, on this machine
//   swift run protected-api              in another; it listens at http://127.0.0.1:8080
//   curl -i http://127.0.0.1:8080/whoami   401, and the reason in WWW-Authenticate
//   curl -H "Authorization: Bearer $(tessera tenant token --person ana.silva@aldervale.example \
//       --api api://tasks --scope Tasks.ReadWrite)" http://127.0.0.1:8080/whoami
//
// For an API of your own, set AUTHORITY and AUDIENCE, both or none: https://login.microsoftonline.com/ with the id of
// your directory behind it, since `common` lets in people of every directory, and the client id of the API. With ISSUER
// in place of AUTHORITY, the tokens come from any provider that keeps to the standard, for the API's own address; then
// `tessera call http://127.0.0.1:8080/whoami` needs nothing else.
import BearerAuthServing
import Foundation
import HTTPServing
import MicrosoftIdentity
import ProgramLifecycle

/// The context of a request; `BearerAuthenticator` puts the caller into it.
struct AppContext: BearerRequestContext {
    var core: RequestCore
    var caller: Caller?

    init(core: RequestCore) { self.core = core }
}

let environment = ProcessInfo.processInfo.environment
guard (environment["AUTHORITY"] == nil) == (environment["AUDIENCE"] == nil) else {
    FileHandle.standardError.write(Data("Set AUTHORITY and AUDIENCE, or neither for the demo.\n".utf8))
    exit(1)
}
let port = environment["PORT"].flatMap(Int.init) ?? 8080
guard let address = URL(string: "http://127.0.0.1:\(port)/whoami") else { exit(1) }
let provider =
    try environment["ISSUER"].flatMap(URL.init).map { ProviderDescription(issuer: $0) }
    ?? Authority(environment["AUTHORITY"] ?? "http://127.0.0.1:4400/common").provider
let ownName = environment["ISSUER"] == nil ? "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4" : address.absoluteString
let scope = environment["SCOPE"] ?? "Tasks.ReadWrite"
// Each 401 names its address, so that a client finds the provider.
let metadata = ProtectedResourceMetadata(resource: address, authorizationServers: [provider.issuer], scopes: [scope])

try await withSystemTransport { transport in
    // Fetches the provider's metadata and keys for the first token, and keeps them.
    let tokens = AcceptedTokens(
        from: provider, AccessTokenRules(audiences: [environment["AUDIENCE"] ?? ownName]))
    let protection = BearerProtection(accepting: [tokens], describedBy: metadata, over: transport)

    let router = Router(context: AppContext.self)
    router.get("/") { _, _ in "Send a token to /whoami." }
    router.serve(metadata)
    router.group()
        .add(middleware: BearerAuthenticator(protection))  // 401 without a valid token
        .add(middleware: RequiredScope(scope))  // 403 without the scope
        .get("whoami") { _, context in
            let caller = try context.requireCaller()
            return "\(caller.claims.string("name") ?? "an app") (\(caller.id))\n"
        }

    let log = Log("protected-api")
    let server = HTTPServer(
        responder: router.buildResponder(), at: ServerAddress(port: port), logger: log,
        // Not by `print`, which may keep the line back until there are more.
        onListening: { FileHandle.standardOutput.write(Data("http://127.0.0.1:\($0)\n".utf8)) })
    try await ServerProgram([server], logger: log).run()
}
