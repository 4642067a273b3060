// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuth
import TenantAuthorization
import TenantDirectory
import TenantEntra

extension RedirectTarget {
    /// Finds the client and the redirect URI of a request at a user flow.
    ///
    /// - Throws: ``UserFlowProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at place: UserFlowPlace, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: UserFlowProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID), client.tenantID == place.tenant.id else {
            throw UserFlowProblem.unknownClient(clientID, tenant: place.tenant, known: try await database.apps())
        }
        RefusalNote.about(app: client.id)
        guard client.isEnabled else { throw UserFlowProblem.disabled(client, tenant: place.tenant) }
        let text = try parameters.once("redirect_uri", orThrow: UserFlowProblem.unreadable)
        guard let text, client.registers(text), let redirectURI = RedirectURI(text) else {
            throw UserFlowProblem.redirectMismatch(text, client: client)
        }
        let state = try parameters.once("state", orThrow: UserFlowProblem.unreadable)
        self.init(
            client: client, redirectURI: redirectURI,
            state: place.flow.service == .externalID ? state?.withoutMarkup : state,
            // For an unsupported mode the error is sent in the default mode.
            mode: Self.mode(of: parameters, to: redirectURI))
    }
}
