// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The account picker, with the people that may sign in at this address.
struct AccountChoice: Sendable {
    let platform: PlatformContext

    /// The page.
    ///
    /// - Parameters:
    ///   - authorize: The app's request.
    ///   - members: The people signed in in the browser, of any directory.
    ///   - hinted: The person that the app's `login_hint` names; shown first.
    ///   - username: The text for the username field; `nil` takes the app's hint.
    ///   - error: The problem with the username entered before.
    ///   - request: The HTTP request to answer.
    /// - Returns: The page.
    /// - Throws: Errors of the database.
    func page(
        _ authorize: AuthorizeRequest, among members: [BrowserSessions.Member], hinted: DirectoryPerson? = nil,
        username: String? = nil, error: String? = nil, request: Request
    ) async throws -> Response {
        let offered = Set(authorize.offeredDirectories.map(\.id))
        return try await platform.pages.picker(
            authorize, members: members.filter { offered.contains($0.person.tenantID) },
            people: try await PeopleSearch(database: platform.database)
                .find(error == nil ? "" : username ?? "", in: authorize.offeredDirectories),
            hinted: hinted, username: username ?? hinted?.userPrincipalName, error: error, request: request)
    }
}
