// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The page on which the person says who they are, with those to choose from who may sign in at this address.
struct AccountChoice: Sendable {
    let platform: PlatformContext

    /// The page.
    ///
    /// - Parameters:
    ///   - authorize: What the app asks for.
    ///   - members: Who is signed in in the browser, in whatever directory.
    ///   - hinted: The person whom the app's `login_hint` names, who stands first.
    ///   - username: What to write into the field for the name; what the app hinted at, if nothing else.
    ///   - error: What was wrong with the name before.
    ///   - request: The HTTP request to answer.
    /// - Returns: The page.
    /// - Throws: What the database throws.
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
