// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import Foundation
import HTTPServing
import MicrosoftIdentity
import SignInProvider

// snippet: BearerRequestContext
struct AppContext: BearerRequestContext {
    var core: RequestCore
    var caller: Caller?

    init(core: RequestCore) { self.core = core }
}
// snippet: end

/// Stands for the data of an API.
protocol TaskStore: Sendable {
    func tasks(of caller: String) async throws -> [String]
    func response(for caller: Caller) async throws -> TransportResponse
}

/// The examples of the protection of an API, in the doc comments.
struct BearerAuthExamples {
    let protection: BearerProtection
    let store: any TaskStore

    func caller(_ request: Request) async throws -> [String] {
        // snippet: Caller
        let caller = try await protection.caller(of: request.headers)
        try caller.require("Tasks.ReadWrite")
        let tasks = try await store.tasks(of: caller.id)
        // snippet: end
        return tasks
    }

    func challenge(_ caller: Caller, isShared: Bool) throws {
        // snippet: BearerChallenge
        let scope = isShared ? "Tasks.ReadWrite.Shared" : "Tasks.ReadWrite"
        guard caller.allows(scope) else {
            throw BearerChallenge(.scopeMissing(scope))
        }
        // snippet: end
    }

    func unavailable(_ request: Request) async throws -> Caller {
        // snippet: ProviderUnavailable
        do {
            return try await protection.caller(of: request.headers)
        } catch let unavailable as ProviderUnavailable {
            log("tokens cannot be validated: \(unavailable.cause)")
            throw unavailable
        }
        // snippet: end
    }

    func protection(
        _ tokens: AcceptedTokens, _ request: Request, over transport: any Transport
    ) async throws -> TransportResponse {
        // snippet: BearerProtection
        let protection = BearerProtection(accepting: [tokens], over: transport)  // one for all requests
        do {
            return try await store.response(for: protection.caller(of: request.headers))
        } catch let challenge as BearerChallenge {
            return challenge.response  // 401, 400 or 403
        } catch let unavailable as ProviderUnavailable {
            return unavailable.response  // 503
        }
        // snippet: end
    }
}

/// The examples of rules for tokens, and of routes.
enum ProtectedAPIExamples {
    static func rules(_ work: Authority, over transport: any Transport) -> BearerProtection {
        // snippet: AccessTokenRules
        let rules = AccessTokenRules(audiences: ["the API's client id", "api://tasks"])
        let tokens = AcceptedTokens(from: work.provider, rules)
        let protection = BearerProtection(accepting: [tokens], over: transport)
        // snippet: end
        return protection
    }

    static func tokens(_ entra: Authority, _ userFlow: Authority, over transport: any Transport) -> BearerProtection {
        // snippet: AcceptedTokens
        let work = AcceptedTokens(from: entra.provider, AccessTokenRules(audiences: ["the API's client id"]))
        let customers = AcceptedTokens(from: userFlow.provider, AccessTokenRules(audiences: ["its other id"]))
        let protection = BearerProtection(accepting: [work, customers], over: transport)
        // snippet: end
        return protection
    }

    static func scopeRule(_ clientID: String, _ userFlow: Authority) -> AcceptedTokens {
        // snippet: ScopeRule
        var rules = AccessTokenRules(audiences: [clientID])
        rules.scopeRule = .everyAppButItsOwn  // app and API are one registration of Azure AD B2C
        let tokens = AcceptedTokens(from: userFlow.provider, rules)
        // snippet: end
        return tokens
    }

    static func metadata(
        _ address: URL, _ work: ClientRegistration, _ tokens: AcceptedTokens, over transport: any Transport,
        _ router: Router<AppContext>
    ) {
        // snippet: ProtectedResourceMetadata
        let metadata = ProtectedResourceMetadata(
            resource: address, authorizationServers: [work.issuer], scopes: ["Tasks.ReadWrite"])
        let protection = BearerProtection(accepting: [tokens], describedBy: metadata, over: transport)
        // snippet: end
        // snippet: serve
        router.serve(metadata)
        router.group().add(middleware: BearerAuthenticator(protection))
        // snippet: end
    }

    static func authenticator(_ router: Router<AppContext>, _ protection: BearerProtection) {
        // snippet: BearerAuthenticator
        router.group()
            .add(middleware: BearerAuthenticator(protection))
            .add(middleware: RequiredScope("Tasks.ReadWrite"))
            .get("whoami") { _, context in try context.requireCaller().id }
        // snippet: end
    }

    static func scope(_ router: Router<AppContext>, _ protection: BearerProtection) {
        // snippet: RequiredScope
        let api = router.group().add(middleware: BearerAuthenticator(protection))
        api.get("whoami") { _, context in try context.requireCaller().id }
        api.group("admin").add(middleware: RequiredScope("Tasks.Manage"))
            .get("health") { _, _ in "well" }
        // snippet: end
    }

    static func role(_ router: Router<AppContext>, _ protection: BearerProtection) {
        // snippet: RequiredRole
        router.group("reports")
            .add(middleware: BearerAuthenticator(protection))
            .add(middleware: RequiredRole("Reports.Read.All"))
            .get { _, _ in "all reports" }
        // snippet: end
    }

    static func authentication(_ router: Router<AppContext>, _ protection: BearerProtection) {
        // snippet: RequireAuthentication
        router.group("payments")
            .add(middleware: BearerAuthenticator(protection))
            .add(middleware: RequireAuthentication(acr: ["phr"], maxAge: .seconds(300)))
            .post { _, context in try context.requireCaller().id }
        // snippet: end
    }

    static func bound(
        _ address: URL, _ tokens: AcceptedTokens, _ request: Request, over transport: any Transport
    ) async throws -> Caller {
        // snippet: DPoPRules
        let binding = DPoPRules(at: address)  // https://tasks.example.com, as clients write it
        let protection = BearerProtection(accepting: [tokens], bound: binding, over: transport)
        let caller = try await protection.caller(of: request.head)
        // snippet: end
        return caller
    }

    static func certificates(
        _ tokens: AcceptedTokens, _ request: Request, _ certificate: ClientCertificate?,
        over transport: any Transport
    ) async throws -> Caller {
        // snippet: CertificateRules
        let rules = CertificateRules(from: .connection, requiresBinding: true)
        let protection = BearerProtection(accepting: [tokens], boundToCertificates: rules, over: transport)
        let caller = try await protection.caller(of: request.head, presenting: certificate)
        // snippet: end
        return caller
    }

    static func certificate(
        _ certificateOfConnection: Data, _ request: Request, _ protection: BearerProtection
    ) async throws -> Caller {
        // snippet: ClientCertificate
        let certificate = ClientCertificate(der: certificateOfConnection)
        let caller = try await protection.caller(of: request.head, presenting: certificate)
        try caller.require("Orders.Read")
        // snippet: end
        return caller
    }

    static func introspection(_ provider: ProviderDescription, _ endpoint: URL, _ secret: String?) -> AcceptedTokens {
        // snippet: TokenIntrospection
        var tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://orders.example.com"]))
        tokens.introspection = TokenIntrospection(
            at: endpoint, as: "orders-api", authentication: ClientAuthentication(secret: secret))
        // snippet: end
        return tokens
    }
}
