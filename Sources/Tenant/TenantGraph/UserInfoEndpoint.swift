// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import TenantAuthorization
import TenantDirectory

/// The UserInfo endpoint of OpenID Connect: claims about the person in a token of Microsoft Graph.
///
/// OpenID Connect Core §5.3
package struct UserInfoEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        for method in [HTTPRequest.Method.get, .post] {
            router.on(RouterPath(TenantPath.userInfo), method: method) { request, _ in
                do {
                    return try await answer(request)
                } catch let fault as GraphFault {
                    let requestID = platform.settings.random.identifier()
                    return fault.response(
                        requestID: requestID, clientRequestID: CorrelationID(in: request.headers)?.text ?? requestID,
                        now: platform.settings.now())
                }
            }
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let caller = try await GraphDoor(platform: platform).caller(of: request.headers)
        // A permission to read profiles includes the claims of the profile.
        let readsProfile = !caller.permissions.isEmpty
        guard let person = caller.person, readsProfile || caller.scopes.contains("openid") else {
            throw GraphFault.insufficientPrivileges
        }
        var members = [
            ("sub", OrderedJSON.string(platform.keys.subject(of: person.id, for: caller.clientID ?? "")))
        ]
        func add(_ name: String, _ value: String?) {
            if let value { members.append((name, .string(value))) }
        }
        if readsProfile || caller.scopes.contains("profile") {
            add("name", person.displayName)
            add("family_name", person.surname)
            add("given_name", person.givenName)
            add("picture", "\(platform.graphURL)/me/photo/$value")
        }
        if readsProfile || caller.scopes.contains("email") { add("email", person.mail) }
        return JSONReply.make(.object(members))
    }
}
