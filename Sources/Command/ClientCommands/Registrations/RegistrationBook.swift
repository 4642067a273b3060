// SPDX-License-Identifier: Apache-2.0
import APIAccess
import PortableFoundation
import QuickStart
import SignIn

/// The registrations that `tessera sign-in --issuer` stores, encrypted beside the accounts.
struct RegistrationBook: Sendable {
    private let storage: SealedAccountStorage

    init(_ storage: SealedAccountStorage = RegistrationBook.storage) { self.storage = storage }

    static var storage: SealedAccountStorage { SealedAccountStorage(folder: Folders.accounts) }

    /// Sorted by name.
    func registrations() async throws -> [OpenIDRegistration] {
        try Page(try await storage.registrations()).registrations
    }

    func registration(named name: String) async throws -> OpenIDRegistration {
        let all = try await registrations()
        guard let found = all.first(where: { $0.name == name }) else {
            guard !name.contains("://") else {
                throw CommandError(
                    "no sign-in for \(name) is saved", hint: "tessera call \(name.shellWord)", .settingsWrong)
            }
            let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
            throw CommandError(
                "no registration is saved as '\(name)'",
                hint: all.isEmpty
                    ? "run `tessera sign-in --issuer URL --client-id ID --name \(name.shellWord)`"
                    : "use one of \(names), or add one: `tessera sign-in --issuer URL --client-id ID`",
                .settingsWrong)
        }
        return found
    }

    func settings(named name: String) async throws -> Settings {
        let ofAPIs = name.contains("://") ? try await storage.registrationsOfAPIs() : []
        if let found = ofAPIs.first(where: { $0.name == name }) { return Settings(ofAPI: found) }
        return Settings(try await registration(named: name))
    }

    /// Refuses a name that another client's registration has: replacing it would make its accounts unreachable.
    func requireFree(for registration: OpenIDRegistration) async throws {
        try Page(try await storage.registrations()).requireFree(for: registration)
    }

    /// Replaces an earlier registration with the same name, issuer, and client ID; refuses another client's name.
    func remember(_ registration: OpenIDRegistration) async throws {
        try await storage.changeRegistrations { content in
            var page = try Page(content)
            try page.requireFree(for: registration)
            page.registrations.removeAll { $0.name == registration.name }
            page.registrations.append(registration)
            page.registrations.sort { $0.name < $1.name }
            return try page.content()
        }
    }

    func forget(_ name: String) async throws {
        try await storage.changeRegistrations { content in
            var page = try Page(content)
            page.registrations.removeAll { $0.name == name }
            return page.registrations.isEmpty ? nil : try page.content()
        }
    }
}

private struct Page: Codable {
    var version = 1
    var registrations: [OpenIDRegistration] = []

    init(_ content: Data?) throws {
        guard let content else { return }
        guard let form = try? JSONDecoder().decode(Form.self, from: content) else { throw Self.damaged }
        guard form.version == 1 else {
            throw AccountStorageError(
                .laterVersion, "a later version of this program wrote the registrations; use that version")
        }
        guard let page = try? JSONDecoder().decode(Page.self, from: content) else { throw Self.damaged }
        self = page
    }

    func content() throws -> Data { try JSONEncoder().encode(self) }

    func requireFree(for registration: OpenIDRegistration) throws {
        guard let taken = registrations.first(where: { $0.name == registration.name }),
            !taken.isSameClient(as: registration)
        else { return }
        throw CommandError(
            "the name '\(taken.name)' is taken by the client \(taken.clientID) at \(taken.issuer.absoluteString)",
            hint: """
                choose another with --name, or remove that one: \
                `tessera sign-out --all --registration \(taken.name.shellWord)`
                """,
            .settingsWrong)
    }

    private static let damaged = AccountStorageError(
        .damaged, "the registrations in \(Folders.accounts.path) cannot be read; sign in again with --issuer")

    private struct Form: Decodable { let version: Int }
}
