// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
public import SignIn

/// People from Microsoft Graph, requested with the account that the page uses at that time.
public struct DirectoryPeople: PeopleSource, PersonSource {
    private let graph: @Sendable () async throws -> GraphClient
    private let pageSize: Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - connection: The registration that people search uses.
    ///   - chosen: The account to use; `nil` is the latest sign-in.
    public init(_ connection: AppConnection, as chosen: @escaping @Sendable () async -> Account.ID? = { nil }) {
        self.init { try connection.graph(as: try await connection.account(await chosen())) }
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - pageSize: How many people come with one page, 1 to 999; `nil` leaves it to Graph.
    ///   - graph: Called before each request; throws `signInRequired` without an account.
    public init(pageSize: Int? = nil, _ graph: @escaping @Sendable () async throws -> GraphClient) {
        (self.graph, self.pageSize) = (graph, pageSize)
    }

    /// The first people with a name that begins with a text.
    ///
    /// - Throws: `GraphError`; errors of the transport and of the account.
    public func people(matching text: String) async throws -> PeoplePage {
        try await Self.page(of: try await graph().people(matching: text, pageSize: pageSize).makeAsyncIterator())
    }

    /// The person.
    ///
    /// - Throws: As ``people(matching:)``.
    public func person(_ who: String) async throws -> Person { try await graph().person(who) }

    /// The person's manager.
    ///
    /// - Throws: As ``people(matching:)``.
    public func manager(of who: String) async throws -> Person? { try await graph().manager(of: who) }

    /// The people with this person as their manager.
    ///
    /// - Throws: As ``people(matching:)``.
    public func directReports(of who: String) async throws -> [Person] {
        try await graph().directReports(of: who).all()
    }

    /// The person's picture.
    ///
    /// - Throws: As ``people(matching:)``.
    public func photo(of who: String) async throws -> PersonPhoto? { try await graph().photo(of: who) }

    /// The next page with a person on it; Graph may send empty pages between.
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
