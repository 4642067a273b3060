// SPDX-License-Identifier: Apache-2.0
import Foundation
import PostgresStorage
import SignInTesting
import WebSignIn

/// The examples of PostgreSQL, in the doc comments.
struct PostgresExamples {
    let address: PostgresAddress
    let database: PostgresDatabase
    let credentials: URL
    let key: SealingKey
    let work: ClientRegistration
    let transport: any Transport

    func failure() async throws {
        // snippet: PostgresError
        do {
            try await database.connected()
        } catch PostgresError.Code.unavailable {
            await show("The database does not answer; the program tries again.")
        }
        // snippet: end
    }

    func addressFromFile() async throws {
        // snippet: PostgresAddress
        let text = try String(contentsOf: credentials.appending(path: "database"), encoding: .utf8)
        let address = try PostgresAddress(Redacted(text))
        await show("Connecting to \(address).")  // without the password
        // snippet: end
    }

    func limits() async throws {
        // snippet: PoolLimits
        let limits = PoolLimits(connections: 4, statement: .seconds(5))
        let database = try PostgresDatabase(at: address, limits: limits)
        try await database.connected()
        // snippet: end
    }

    func connections() async throws -> any WebSessionStorage {
        // snippet: PostgresDatabase
        let database = try PostgresDatabase(at: address)
        try await database.connected()
        let sessions = try await PostgresWebSessionStorage(in: database)
        // snippet: end
        return sessions
    }

    func sessions(at address: URL) async throws -> WebSignIn {
        // snippet: PostgresWebSessionStorage
        let sessions = try await PostgresWebSessionStorage(in: database)
        let web = try WebSignIn(
            at: address, registrations: [work], keepingIn: sessions, over: transport)
        // snippet: end
        return web
    }

    func accounts() async throws {
        // snippet: PostgresAccountStorage
        let storage = try await PostgresAccountStorage(in: database, key: key)
        try await withAccounts(keptIn: storage, of: [work]) { accounts in
            await show("\(try await accounts.accounts().count) accounts are kept.")
        }
        // snippet: end
    }
}
