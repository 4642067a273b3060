// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
package import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
package import TenantStandard

/// Answers the authorization requests of some apps immediately, for the person in the app's rule.
///
/// The requests are validated as usual: only the pages are skipped.
package struct AutomaticSignInGate: RouterMiddleware {
    package let platform: PlatformContext
    package let standardProvider: StandardProvider

    package init(platform: PlatformContext, standardProvider: StandardProvider) {
        (self.platform, self.standardProvider) = (platform, standardProvider)
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: @concurrent (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        guard let address = EndpointAddress(request), address.endpoint == .authorize,
            try await !platform.automaticSignIns.all().isEmpty
        else { return try await next(request, context) }
        let asked = try await AskedEndpoint(
            request, at: address, platform: platform, standardProvider: standardProvider)
        guard let clientID = asked.parameters["client_id"],
            let rule = try await platform.automaticSignIns.rule(of: clientID),
            let response = try await answer(asked, rule)
        else { return try await next(asked.request, context) }
        return response
    }

    /// The response; `nil` if the rule's person has no account for this endpoint, so that the pages ask.
    private func answer(_ asked: AskedEndpoint, _ rule: AutomaticSignIn) async throws -> Response? {
        if asked.address.isStandard { return try await standard(asked, rule) }
        guard let (address, tenant) = try await asked.userFlow() else {
            return asked.address.userFlow == nil ? try await entra(asked, rule) : nil
        }
        guard let (home, customer) = try? await platform.customer(rule.person), home.id == tenant.id else { return nil }
        let visit = try await UserFlowVisit(asked, at: address, of: tenant)
        guard let place = try? visit.place(address.isOfExternalID ? asked.parameters : nil),
            [.signIn, .signUpOrSignIn].contains(place.flow.kind)
        else { return nil }
        let now = platform.settings.now()
        let member = CustomerSessions.Member(
            customer: customer, authenticatedAt: now, secondFactorAt: rule.countsSecondFactor ? now : nil)
        return try await UserFlowDoor(platform: platform, place: place, request: asked.request)
            .withRequest(asked.parameters) { authorize in
                try await UserFlowCompletion(platform: platform, authorize: authorize, request: asked.request)
                    .proceed(member)
            }
    }

    private func standard(_ asked: AskedEndpoint, _ rule: AutomaticSignIn) async throws -> Response? {
        let provider = standardProvider
        guard let person = try await provider.person(rule.person) else { return nil }
        let endpoint = AuthorizationEndpoint(provider: provider)
        return try await endpoint.answer(asked.parameters, asked.request) { authorize in
            guard authorize.subject ?? person.id == person.id else {
                throw StandardError(.loginRequired, "The request names another person than the rule of this tenant.")
            }
            let steps = InteractionSteps(provider: provider, request: asked.request)
            guard !rule.agrees else {
                try await provider.consents.agree(to: authorize.scopes, of: authorize.client.id, by: person.id)
                let member = StandardSessions.Member(
                    person: person, sessionID: platform.settings.random.text(bytes: 16),
                    authenticatedAt: platform.settings.now().wholeSeconds)
                return try await steps.grant(authorize, to: member)
            }
            // The consent page needs a session.
            let (member, cookie) = try await provider.sessions.add(person, to: asked.request)
            var response = try await steps.proceed(authorize, as: member)
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
            return response
        }
    }

    private func entra(_ asked: AskedEndpoint, _ rule: AutomaticSignIn) async throws -> Response? {
        guard let person = try await platform.database.person(rule.person) else { return nil }
        let member = BrowserSessions.Member.signedIn(
            person, at: platform.settings.now(), secondFactor: rule.countsSecondFactor)
        let door = AuthorizeDoor(platform: platform, request: asked.request)
        return try await door.withRequest(asked.parameters, tenant: asked.address.directory ?? "") { authorize in
            guard authorize.target.directory(of: person) != nil else { throw EntraError.notSignedIn }
            // Consent is recorded only after a complete sign-in.
            let agrees = rule.agrees && !member.lacksSecondFactor
            if agrees {
                try await platform.consents.record(
                    authorize.scopes, of: authorize.target.client, by: person, for: .person,
                    now: platform.settings.now())
            }
            return try await SignInSteps(platform: platform)
                .proceed(authorize, as: member, request: asked.request, hasAgreed: agrees)
        }
    }
}
