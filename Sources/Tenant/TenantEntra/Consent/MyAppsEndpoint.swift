// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The page where people see and revoke their consents.
package struct MyAppsEndpoint: Sendable {
    package static let path = "/myapps"

    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.get(RouterPath(Self.path)) { request, _ in
            let catalogue = PermissionCatalogue(apps: try await platform.database.apps())
            var people: [MyAppsPage.Person] = []
            for member in try await platform.sessions.members(of: request) {
                people.append(
                    MyAppsPage.Person(
                        person: member.person, apps: try await platform.consents.apps(of: member.person)))
            }
            return platform.pages.myApps(people, in: catalogue, request: request)
        }
        router.post(RouterPath(Self.path)) { request, _ in
            let form = try await RequestContent(of: request).form()
            do {
                return try await revoke(form, request: request)
            } catch let refusal as Refusal {
                return try platform.pages.problem(.unreadable(refusal.message), correlationID: nil)
            }
        }
    }

    private func revoke(_ form: FormParameters, request: Request) async throws -> Response {
        try platform.pages.checkForm(form, purpose: MyAppsPage.purpose, request: request)
        let personID = try form.once("person")
        let isForEverybody = try form.once("everybody") != nil
        // A person that is no longer signed in sees that on the page, and may try again.
        if let person = try await platform.sessions.members(of: request).first(where: { $0.person.id == personID })?
            .person, let clientID = try form.once("app"), person.isAdministrator || !isForEverybody
        {
            try await platform.consents.revoke(clientID, by: person, for: isForEverybody ? .organization : .person)
        }
        return Response(status: .seeOther, headers: [.location: Self.path])
    }
}
