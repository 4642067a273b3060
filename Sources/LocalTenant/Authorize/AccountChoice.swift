// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// The page on which the person says who they are, with those to choose from who may sign in at this address.
struct AccountChoice: Sendable {
    let platform: IdentityPlatform

    /// The page.
    ///
    /// - Parameters:
    ///   - authorize: What the app asks for.
    ///   - members: Who is signed in in the browser, in whatever directory.
    ///   - username: What to write into the field for the name; what the app hinted at, if nothing else.
    ///   - error: What was wrong with the name before.
    ///   - request: The HTTP request to answer.
    /// - Returns: The page.
    /// - Throws: What the database throws.
    func page(
        _ authorize: AuthorizeRequest, among members: [BrowserSessions.Member], username: String? = nil,
        error: String? = nil, request: Request
    ) async throws -> Response {
        try await platform.pages.picker(
            authorize, members: members.filter { authorize.target.directory(of: $0.person) != nil },
            people: try await platform.database.people(of: authorize.target.directories), username: username,
            error: error, request: request)
    }
}
