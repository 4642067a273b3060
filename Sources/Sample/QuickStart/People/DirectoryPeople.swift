// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
public import SignIn

/// People from Microsoft Graph, asked for with the account that the page uses just then.
public struct DirectoryPeople: PeopleSource, PersonSource {
    private let graph: @Sendable () async throws -> GraphClient

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - connection: The registration that people search uses.
    ///   - chosen: The account to use; `nil` is the latest sign-in.
    public init(_ connection: AppConnection, as chosen: @escaping @Sendable () async -> Account.ID? = { nil }) {
        self.init { try connection.graph(as: try await connection.account(await chosen())) }
    }

    /// Creates a source; `graph` is asked before each question, and throws `signInRequired` if nobody is signed in.
    public init(_ graph: @escaping @Sendable () async throws -> GraphClient) { self.graph = graph }

    /// The first people whose name begins with a text.
    ///
    /// - Throws: `GraphError`; what the transport and the account throw.
    public func people(matching text: String) async throws -> PeoplePage {
        try await Self.page(of: try await graph().people(matching: text).makeAsyncIterator())
    }

    /// The person.
    ///
    /// - Throws: As ``people(matching:)``.
    public func person(_ who: String) async throws -> Person { try await graph().person(who) }

    /// The person's manager.
    ///
    /// - Throws: As ``people(matching:)``.
    public func manager(of who: String) async throws -> Person? { try await graph().manager(of: who) }

    /// Those whose manager the person is.
    ///
    /// - Throws: As ``people(matching:)``.
    public func directReports(of who: String) async throws -> [Person] {
        try await graph().directReports(of: who).all()
    }

    /// The person's picture.
    ///
    /// - Throws: As ``people(matching:)``.
    public func photo(of who: String) async throws -> PersonPhoto? { try await graph().photo(of: who) }

    /// The next page that has somebody on it; Graph may send empty ones in between.
    private static func page(of pages: PeoplePages.AsyncIterator) async throws -> PeoplePage {
        var pages = pages
        while let people = try await pages.next() {
            let rest = pages
            guard pages.hasMore else { return PeoplePage(people) }
            if !people.isEmpty { return PeoplePage(people) { try await page(of: rest) } }
        }
        return PeoplePage([])
    }
}
