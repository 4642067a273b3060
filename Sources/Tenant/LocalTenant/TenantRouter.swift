// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import TenantAdministration
import TenantAuthorization
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantExternalID
import TenantGraph
import TenantStandard
import TenantTesting

/// The routes of a tenant: a router for each dialect, with the middleware that its requests need.
package struct TenantRouter {
    private let names: ServerNames
    /// For requests to another host, and those of browsers to another name than the issuer's; it has no routes.
    private let elsewhere: Router<ServingContext>
    private let administration: Router<ServingContext>
    private let graph: Router<ServingContext>
    private let standard: Router<ServingContext>
    private let customers: [(service: UserFlowRouter, router: Router<ServingContext>)]
    private let entra: Router<ServingContext>

    init(_ platform: IdentityPlatform) {
        let context = platform.context
        let standardProvider = platform.standardProvider
        names = context.settings.names
        let recorder = RefusalRecorder<ServingContext>(
            context.settings.refusals, now: context.settings.now, showing: AdministrationGuard.shown)
        let unknown = UnknownAddress(base: names.base)
        func dialect(_ middleware: any RouterMiddleware<ServingContext>...) -> Router<ServingContext> {
            let router = Router(context: ServingContext.self, answersHead: true)
            router.add(middleware: SecurityHeaders())
            router.add(middleware: recorder)
            for each in middleware { router.add(middleware: each) }
            MethodRefusals.add(to: router, unknown)
            return router
        }
        let faults = FaultInterceptor(platform: context, standardProvider: standardProvider)
        let issuerHost = IssuerHost(names: names)
        let signIns = AutomaticSignInInterceptor(platform: context, standardProvider: standardProvider)

        elsewhere = dialect(HostGate(names), issuerHost)
        administration = dialect(AdministrationGuard(settings: context.settings))
        AdministrationEndpoints(platform: context, standardProvider: standardProvider, content: platform.content)
            .add(to: administration)
        graph = dialect(faults)
        graph.onUnknownPath { request, _ in unknown.answer(request) }
        GraphEndpoints(platform: context, eachPartThrough: BatchPart(recorder: recorder, faults: faults))
            .add(to: graph)
        standard = dialect(unknown, issuerHost, faults, signIns)
        standardProvider.add(to: standard)
        let externalID = ExternalID(platform: context)
        let services = [
            UserFlowRouter(AzureADB2C(platform: context)) { address, status, correlationID in
                try await externalID.unknownDirectory(address, status: status, correlationID: correlationID)
            },
            UserFlowRouter(externalID),
        ]
        customers = services.map { service in
            let router = dialect(unknown, issuerHost, faults, signIns)
            service.add(to: router)
            return (service, router)
        }
        entra = dialect(unknown, issuerHost, faults, signIns, ServiceFields(settings: context.settings))
        HomePage(platform: platform).add(to: entra)
        EntraEndpoints(platform: context).add(to: entra, explaining: [.entraID, .azureADB2C])
        InboxEndpoint(platform: context).add(to: entra)
    }

    package var routes: [Router<ServingContext>.Route] {
        ([administration, graph, standard, entra] + customers.map(\.router)).flatMap(\.routes)
    }

    package func buildResponder() -> TenantResponder {
        TenantResponder(
            gate: HostGate(names), issuerHost: IssuerHost(names: names), elsewhere: elsewhere.buildResponder(),
            administration: administration.buildResponder(), graph: graph.buildResponder(),
            standard: standard.buildResponder(),
            customers: customers.map { ($0.service, $0.router.buildResponder()) }, entra: entra.buildResponder())
    }
}

package struct TenantResponder: HTTPResponder {
    fileprivate let gate: HostGate<ServingContext>
    fileprivate let issuerHost: IssuerHost
    fileprivate let elsewhere: RouterResponder<ServingContext>
    fileprivate let administration: RouterResponder<ServingContext>
    fileprivate let graph: RouterResponder<ServingContext>
    fileprivate let standard: RouterResponder<ServingContext>
    fileprivate let customers: [(service: UserFlowRouter, responder: RouterResponder<ServingContext>)]
    fileprivate let entra: RouterResponder<ServingContext>

    package func respond(to request: Request, context: ServingContext) async throws -> Response {
        try await CrossOriginAPIs.answer(request) { request in
            try await responder(of: request).respond(to: request, context: context)
        }
    }

    private func responder(of request: Request) async throws -> RouterResponder<ServingContext> {
        guard gate.admits(request), !issuerHost.redirects(request) else { return elsewhere }
        let path = request.uri.path
        guard !AdministrationGuard.isBefore(path) else { return administration }
        for dialect in [graph, standard] where dialect.hasRoutes(at: path) { return dialect }
        for (service, responder) in customers where try await service.serves(request) { return responder }
        guard !entra.hasRoutes(at: path) else { return entra }
        // The dialect of the first segment answers for an unknown address.
        let first = path.split(separator: "/", maxSplits: 1).first.map(String.init) ?? ""
        if CrossOriginAPIs.areBelow(first) { return graph }
        return "/\(first)" == TenantPath.standardProvider ? standard : entra
    }
}

/// Handles a part of a batch as a separate request, with faults and a line in the log.
private struct BatchPart: RouterMiddleware {
    let recorder: RefusalRecorder<ServingContext>
    let faults: any RouterMiddleware<ServingContext>

    func handle(
        _ request: Request, context: ServingContext, next: RequestHandler<ServingContext>
    ) async throws -> Response {
        try await recorder.handle(request, context: context) { try await faults.handle($0, context: $1, next: next) }
    }
}

/// `dump` of an app that a test connects to a tenant shows nothing of the tenant.
extension TenantResponder: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
