// SPDX-License-Identifier: Apache-2.0
//
// A web app that signs people in, with this package's own server. Tokens stay on the server; the browser has a cookie.
//
//   script/demo              in one terminal: a directory with people, on this machine
//   swift run web-sign-in    in another; open http://localhost:5000, sign in as ana.silva@aldervale.example with the
//                            password 'watchword'
//
// For a directory of your own, set AUTHORITY, CLIENT_ID and CLIENT_SECRET, and register http://localhost:5000/signin-oidc
// as redirect URI of a web app. ADDRESS is the address of the app, as browsers see it.
import Foundation
import HTTPServing
import MicrosoftIdentity
import ProgramLifecycle
import WebSignIn

/// The context of a request; the middleware puts the browser's session into it.
struct AppContext: WebSignInRequestContext {
    var core: RequestCore
    var webSession: WebSession?

    init(core: RequestCore) { self.core = core }
}

let environment = ProcessInfo.processInfo.environment
// All of the demo, or nothing of it: a secret of a real app must not go to a port of this machine.
let isDemo = environment["AUTHORITY"] == nil
let text = environment["ADDRESS"] ?? "http://localhost:5000"
guard let address = URL(string: text), let port = environment["PORT"].flatMap(Int.init) ?? address.port else {
    FileHandle.standardError.write(Data("ADDRESS is no address with a port; set PORT as well.\n".utf8))
    exit(1)
}

try await withSystemTransport { transport in
    let work = try ClientRegistration(
        name: "work", authority: environment["AUTHORITY"] ?? "http://127.0.0.1:4400/common",
        clientID: environment["CLIENT_ID"] ?? (isDemo ? "c8d4f1a6-3b79-4e25-9f60-d17a2e8b5c43" : ""),
        authentication: ClientAuthentication(
            secret: environment["CLIENT_SECRET"] ?? (isDemo ? "sample-secret-of-the-visitor-book" : nil)),
        redirectURI: "\(text)/signin-oidc", scopes: ["offline_access", "User.Read"])
    // Another storage lets several processes share the sessions, and keeps them over a restart.
    let web = try WebSignIn(at: address, registrations: [work], keepingIn: MemoryWebSessionStorage(), over: transport)

    let router = Router(context: AppContext.self)
    router.addSignIn(web)
    router.get("/") { _, context in
        let account = try await context.requireSession().account()
        guard let account else { return Page("Nobody is signed in. <a href=/hello>Say hello</a>") }
        return Page("You are \((account.identity.username ?? "here").escapedForHTML). <a href=/sign-out>Sign out</a>")
    }
    // Sends a browser without a session to the provider, and back here.
    router.get("hello") { _, context in
        let account = try await context.account()
        return Page("Hello, \((account.identity.name ?? "you").escapedForHTML)! <a href=/>First page</a>")
    }

    let log = Log("web-sign-in")
    let server = HTTPServer(
        responder: router.buildResponder(), at: ServerAddress(port: port), logger: log,
        // Not by `print`, which may keep the line back until there are more.
        onListening: { _ in FileHandle.standardOutput.write(Data("\(text)\n".utf8)) })
    try await ServerProgram([server], logger: log).run()
}

/// A page of HTML, which the browser does not take for text.
struct Page: ResponseGenerator {
    let html: String

    init(_ text: String) { html = "<!doctype html><title>Web sign-in</title><p>\(text)" }

    func response(from request: Request, context: some RequestContext) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(html))
    }
}
