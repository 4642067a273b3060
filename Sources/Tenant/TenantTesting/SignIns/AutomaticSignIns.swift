// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
package import SQLiteRecords
package import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
package import TenantStandard

package struct AutomaticSignIns: Sendable {
    let platform: PlatformContext

    package static let tableName = "automaticSignIn"

    package func all() async throws -> [AutomaticSignIn] {
        try await platform.database.cached(CachedTable(name: Self.tableName, read: Self.all))
    }

    package static func all(in database: Database) throws -> [AutomaticSignIn] {
        try AutomaticSignInRow.order(Column("clientID")).fetchAll(database).map(\.signIn)
    }

    func rule(of clientID: String) async throws -> AutomaticSignIn? {
        // The IDs of standard clients are case-sensitive.
        try await all().first { [clientID, clientID.lowercased()].contains($0.clientID) }
    }

    package func set(_ signIn: AutomaticSignIn) async throws -> AutomaticSignIn {
        var signIn = signIn
        if try await platform.database.standardClient(signIn.clientID) == nil {
            signIn.clientID = try await platform.app(signIn.clientID).id
        }
        if try await platform.database.person(signIn.person) == nil { _ = try await platform.customer(signIn.person) }
        let kept = signIn
        _ = try await platform.database.write { try Self.keep(kept, in: $0) }
        return signIn
    }

    package static func keep(_ signIn: AutomaticSignIn, in database: Database) throws -> Bool {
        let row = AutomaticSignInRow(clientID: signIn.clientID, signIn: signIn)
        let isNew = try !row.exists(database)
        try row.upsert(database)
        return isNew
    }

    package func remove(_ clientID: String) async throws {
        let rows = AutomaticSignInRow.filter([clientID, clientID.lowercased()].contains(Column("clientID")))
        let count = try await platform.database.write { try rows.deleteAll($0) }
        guard count > 0 else { throw AdministrationProblem.unknown("automatic sign-in of an app", clientID) }
    }

    package func removeAll() async throws {
        _ = try await platform.database.write { try AutomaticSignInRow.deleteAll($0) }
    }
}

struct AutomaticSignInRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = AutomaticSignIns.tableName

    let clientID: String
    let signIn: AutomaticSignIn
}

/// Answers apps' authorization requests for the rule's person: validates them as usual, but skips the pages.
package struct AutomaticSignInInterceptor: RouterMiddleware {
    let platform: PlatformContext
    let standardProvider: StandardProvider

    package init(platform: PlatformContext, standardProvider: StandardProvider) {
        (self.platform, self.standardProvider) = (platform, standardProvider)
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        guard request.method != .head, try await !platform.automaticSignIns.all().isEmpty,
            let address = EndpointAddress(request), address.endpoint == .authorize
        else { return try await next(request, context) }
        let asked = try await FaultSubject(request, at: address, platform: platform, standardProvider: standardProvider)
        guard let clientID = asked.parameters["client_id"],
            let rule = try await platform.automaticSignIns.rule(of: clientID),
            let response = try await answer(asked, rule)
        else { return try await next(asked.request, context) }
        return response
    }

    /// `nil` if the rule's person has no account for this endpoint; then the pages are shown.
    private func answer(_ asked: FaultSubject, _ rule: AutomaticSignIn) async throws -> Response? {
        if asked.address.isStandard { return try await standard(asked, rule) }
        guard let routing = try await asked.userFlow() else {
            return asked.address.userFlow == nil ? try await entra(asked, rule) : nil
        }
        guard let (home, customer) = try? await platform.customer(rule.person), home.id == routing.tenant.id else {
            return nil
        }
        guard let place = try? routing.place(asked.parameters),
            [.signIn, .signUpOrSignIn].contains(place.flow.kind)
        else { return nil }
        let now = platform.settings.now()
        let member = CustomerSessions.Member(
            customer: customer, authenticatedAt: now, secondFactorAt: rule.countsSecondFactor ? now : nil)
        return try await place.withAuthorization(asked.parameters, of: asked.request) { authorize in
            try await UserFlowCompletion(platform: platform, authorize: authorize, request: asked.request)
                .proceed(member)
        }
    }

    private func standard(_ asked: FaultSubject, _ rule: AutomaticSignIn) async throws -> Response? {
        let provider = standardProvider
        guard let person = try await provider.person(rule.person) else { return nil }
        let boundary = StandardErrorBoundary(provider: provider, request: asked.request)
        return try await boundary.withRequest(asked.parameters) { authorize in
            guard authorize.subject ?? person.id == person.id else {
                throw StandardError(.loginRequired, "The request names a user other than the rule of this tenant.")
            }
            let steps = InteractionSteps(authorize, provider: provider, request: asked.request)
            guard !rule.agrees else {
                try await provider.consents.agree(to: authorize.consents, of: authorize.client.id, by: person.id)
                let member = StandardSessions.Member(
                    person: person, sessionID: platform.settings.random.text(bytes: 16),
                    authenticatedAt: platform.settings.now().wholeSeconds)
                return try await steps.grant(to: member)
            }
            // The consent page needs a session.
            let (member, cookie) = try await provider.sessions.add(person, to: asked.request)
            var response = try await steps.proceed(as: member)
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
            return response
        }
    }

    private func entra(_ asked: FaultSubject, _ rule: AutomaticSignIn) async throws -> Response? {
        guard let person = try await platform.database.person(rule.person) else { return nil }
        let member = BrowserSessions.Member.signedIn(
            person, at: platform.settings.now(), secondFactor: rule.countsSecondFactor)
        let boundary = AuthorizeErrorBoundary(platform: platform, request: asked.request)
        return try await boundary.withRequest(asked.parameters, tenant: asked.address.directory ?? "") { authorize in
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
