// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// The source of one person's page; each method takes an ID or a user principal name.
public protocol PersonSource: Sendable {
    /// Returns a person; throws `Refusal` (`signInRequired`) without an account.
    func person(_ who: String) async throws -> Person

    /// Returns a person's manager; `nil` if there is none.
    func manager(of who: String) async throws -> Person?

    /// Returns a person's direct reports.
    func directReports(of who: String) async throws -> [Person]

    /// Returns a person's photo; `nil` if there is none.
    func photo(of who: String) async throws -> PersonPhoto?
}

extension PersonSource {
    /// Requests one part of a person's page.
    public func answer(_ part: PersonState.Part, about who: String) async -> PersonState.Answer {
        switch part {
        case .profile: .profile(await Self.phase { try await person(who) })
        case .manager: .manager(await Self.phase { try await manager(of: who) })
        case .directReports: .directReports(await Self.phase { try await directReports(of: who) })
        case .photo: .photo(await Self.phase { try await photo(of: who) })
        }
    }

    private static func phase<Content>(_ ask: () async throws -> Content?) async -> Phase<Content> {
        do { return try await ask().map(Phase.content) ?? .empty } catch { return Phase(error) }
    }
}
