// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
import TenantAuthorization

/// Takes the forms of the sign-in pages; the authorization request itself stays on the server.
struct InteractionEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        for endpoint in [StandardEndpoint.login, .consent] {
            router.post(endpoint.routerPath) { request, _ in
                try await StandardAuthorizationDoor(provider: provider, request: request).withPage {
                    let form = try await RequestContent(of: request).form()
                    return try await answer(form, at: endpoint, request)
                }
            }
            // A person that reloads or bookmarks the page after a form arrives here.
            router.get(endpoint.routerPath) { _, _ in provider.pages.standardProblem(.noInteraction) }
        }
    }

    private func answer(
        _ form: FormParameters, at endpoint: StandardEndpoint, _ request: Request
    ) async throws -> Response {
        let id = try form.demanded(InteractionPage.field)
        let interaction = try await provider.interactions.find(id)
        let purpose = InteractionPage.purpose(endpoint, id, personID: interaction.personID)
        try provider.pages.checkForm(form, purpose: purpose, request: request)
        guard let parameters = FormParameters(encoded: interaction.parameters) else {
            throw StandardProblem.noInteraction
        }
        let door = StandardAuthorizationDoor(provider: provider, request: request)
        let go = { (authorize: StandardAuthorizationRequest) in
            let visit = InteractionVisit(
                provider: provider, authorize: authorize, interaction: interaction, id: id, request: request)
            return try await endpoint == .consent ? visit.consent(form) : visit.login(form)
        }
        if let userCode = interaction.userCode { return try await door.withDevice(userCode, go) }
        return try await door.withRequest(parameters, isPushed: interaction.isPushed, go)
    }
}
