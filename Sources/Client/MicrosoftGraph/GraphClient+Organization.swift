// SPDX-License-Identifier: Apache-2.0

extension GraphClient {
    /// The person's manager.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: The manager; `nil` if there is none, or no such person: Graph's response is the same.
    /// - Throws: ``GraphError``; the errors of the transport.
    public func manager(of who: String) async throws -> Person? {
        do {
            return try await get(try address(of: who, "/manager", .ofPerson), needing: .userReadAll)
        } catch let error as GraphError where error.status == 404 && error.code == "Request_ResourceNotFound" {
            return nil
        }
    }

    /// The direct reports of this person, page after page.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: Pages to iterate over; each is requested when it is needed. Text that cannot name a person fails
    ///   then, with status 404.
    public func directReports(of who: String) -> PeoplePages {
        pages(at: { try address(of: who, "/directReports", .ofPerson) }, needing: .userReadAll)
    }
}

extension GraphQuery {
    /// The properties of ``Person``.
    static let ofPerson = GraphQuery(select: Person.properties)
}
