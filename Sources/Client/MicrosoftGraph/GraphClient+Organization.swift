// SPDX-License-Identifier: Apache-2.0
import Foundation

extension GraphClient {
    /// The person's manager.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: The manager; `nil` if there is none, and if there is nobody of that name: Graph says the same of
    ///   both.
    /// - Throws: ``GraphError``; what the transport throws.
    public func manager(of who: String) async throws -> Person? {
        do {
            return try await get(
                try address(of: who, "/manager").selecting(Person.properties), needing: .userReadAll)
        } catch let error as GraphError where error.status == 404 && error.code == "Request_ResourceNotFound" {
            return nil
        }
    }

    /// The people whose manager this person is, page after page.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: Pages to iterate over; each is asked for when it is needed.
    /// - Throws: ``GraphError`` (404) for what cannot be anybody's name.
    public func directReports(of who: String) throws -> PeoplePages {
        PeoplePages(
            first: try address(of: who, "/directReports").selecting(Person.properties), client: self,
            permission: .userReadAll)
    }
}
