// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// The source for the page of one person; each method takes an id or a user principal name.
public protocol PersonSource: Sendable {
    /// The person.
    ///
    /// - Throws: `Refusal` (`signInRequired`) without an account; other errors of the source.
    func person(_ who: String) async throws -> Person

    /// The person's manager; `nil` if there is none.
    ///
    /// - Throws: As ``person(_:)``.
    func manager(of who: String) async throws -> Person?

    /// The people with this person as their manager.
    ///
    /// - Throws: As ``person(_:)``.
    func directReports(of who: String) async throws -> [Person]

    /// The person's picture; `nil` if there is none.
    ///
    /// - Throws: As ``person(_:)``.
    func photo(of who: String) async throws -> PersonPhoto?
}

extension PersonSource {
    /// Requests one part of a person's page.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - who: The id or user principal name.
    /// - Returns: The content or the failure.
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
