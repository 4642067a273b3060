// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import HTTPTransport
import LocalTenant
import OAuthMessages
import PostgresStorage
import QuickStart
import QuickStartWeb
import SignIn
import SignInTesting
import TenantControl
import WebSignIn
import WebSignInSQLite

/// Sessions of one person in many browsers, who signed in at a tenant in process.
struct Sessions {
    /// The folder of the cookies and the page, and of the sessions unless they are in a database.
    let folder: URL
    /// The port of the app, which is part of the cookies' names.
    let port: Int
    /// The address of a database of PostgreSQL.
    let database: String?

    var address: String { "http://localhost:\(port)" }

    func storage() async throws -> any WebSessionStorage {
        guard let database else {
            return try SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite"))
        }
        let open = try PostgresDatabase(at: PostgresAddress(Redacted(database)))
        try await open.connected()
        return try await PostgresWebSessionStorage(in: open)
    }

    /// Signs in, and writes the cookies, one a line, and the page of a person who is signed in.
    func make(_ count: Int) async throws {
        try await withTenant(at: Date()) { tenant in
            try await tenant.signInAutomatically(
                AutomaticSignIn(clientID: SampleApp.quickStartWebID, person: tenant.person.username))
            guard let url = URL(string: address) else { throw CocoaError(.formatting) }
            let app = try QuickStartWeb(
                settings(tenant: tenant.address.absoluteString, graph: "\(tenant.address)/"), at: url,
                keepingIn: await storage(), over: tenant.transport)
            let names = ServerNames(ServerAddress(port: port), base: BaseURL(address))
            let transport = tenant.transport.adding(app.router(names).buildResponder(), at: url)
            var cookies: [String] = []
            for _ in 0..<count { cookies.append(try await signIn(over: transport)) }
            try Data(cookies.joined(separator: "\n").utf8).write(to: folder.appending(path: "cookies"))
            let page = try await send("\(address)/people", cookies: cookies[0], over: transport)
            try page.body.write(to: folder.appending(path: "page.html"))
        }
    }

    private func signIn(over transport: any Transport) async throws -> String {
        var next = "\(address)/sign-in?registration=myGraphService&return=/people"
        var cookies: [String: String] = [:]
        for _ in 0..<10 where !next.isEmpty {
            let header = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let response = try await send(next, cookies: header, over: transport)
            for field in response.head.headerFields[values: .setCookie] where next.hasPrefix(address) {
                let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
                cookies[pair[0]] = field.contains("Max-Age=0") ? nil : pair.last
            }
            next = response.head.headerFields[.location] ?? ""
            if next.hasPrefix("/") { next = address + next }
            if next == "\(address)/people" { break }
        }
        return cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }

    private func send(
        _ address: String, cookies: String, over transport: any Transport
    ) async throws -> TransportResponse {
        guard let url = URL(string: address) else { throw CocoaError(.formatting) }
        var request = HTTPRequest(method: .get, url: url)
        request.headerFields[.accept] = "text/html"
        if !cookies.isEmpty { request.headerFields[.cookie] = cookies }
        return try await transport.send(request, body: Data())
    }

    /// The registration of people search, with Graph at any address.
    func settings(tenant: String, graph: String) throws -> [Settings] {
        let file = SettingsFile(
            authority: "\(tenant)/common", clientID: SampleApp.quickStartWebID,
            redirectURI: "\(address)\(SampleApp.quickStartWebPath)", scopes: "offline_access User.Read.All",
            graphAPI: graph, secret: SampleApp.quickStartWebSecret)
        return [try Settings(propertyList: file.propertyList(), file: "settings.plist")]
    }
}
