// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
public import SignIn

/// People from Microsoft Graph, requested with the page's current account.
public struct DirectoryPeople: PeopleSource, PersonSource {
    private let graph: @Sendable () async throws -> GraphClient
    private let pageSize: Int?

    /// Creates a source; `chosen` returns the account to use, or `nil` for the latest sign-in.
    public init(_ connection: AppConnection, as chosen: @escaping @Sendable () async -> Account.ID? = { nil }) {
        self.init { try connection.graph(as: try await connection.account(await chosen())) }
    }

    /// Creates a source; `graph` is called before each request, and throws `signInRequired` without an account.
    public init(pageSize: Int? = nil, _ graph: @escaping @Sendable () async throws -> GraphClient) {
        (self.graph, self.pageSize) = (graph, pageSize)
    }

    /// Returns the first people whose names begin with a text.
    public func people(matching text: String) async throws -> PeoplePage {
        try await Self.page(of: try await graph().people(matching: text, pageSize: pageSize).makeAsyncIterator())
    }

    /// Returns a person.
    public func person(_ who: String) async throws -> Person { try await graph().person(who) }

    /// Returns a person's manager.
    public func manager(of who: String) async throws -> Person? { try await graph().manager(of: who) }

    /// Returns a person's direct reports.
    public func directReports(of who: String) async throws -> [Person] {
        try await graph().directReports(of: who).all()
    }

    /// Returns a person's photo.
    public func photo(of who: String) async throws -> PersonPhoto? { try await graph().photo(of: who) }

    /// Graph may send empty pages in between.
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
