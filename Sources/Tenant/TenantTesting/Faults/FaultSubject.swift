// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantExternalID
import TenantStandard

/// A request with the values that a fault rule compares; the endpoint validates it.
struct FaultSubject: Sendable {
    let platform: PlatformContext
    let standardProvider: StandardProvider
    let address: EndpointAddress
    let request: Request
    /// Of query and form, in this order, and of the authorization request in a page's form.
    let parameters: FormParameters

    init(
        _ request: Request, at address: EndpointAddress, platform: PlatformContext, standardProvider: StandardProvider
    ) async throws {
        (self.platform, self.standardProvider) = (platform, standardProvider)
        var request = request
        var parameters = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
        if request.method == .post {
            let content = try await RequestContent(of: request)
            request.body = IncomingBody(content.bytes)
            let form = (try? content.form()) ?? FormParameters()
            let carried =
                address.isStandard
                ? try await standardProvider.request(continuedBy: form)
                : form[Pages.carriedField].flatMap { FormParameters(encoded: $0) }
            for pair in form.pairs + (carried?.pairs ?? []) { parameters.append(pair.name, pair.value) }
        }
        (self.address, self.request, self.parameters) = (address, request, parameters)
    }

    var clientID: String? {
        if let id = parameters["client_id"], !id.isEmpty { return id }
        return bearerClaims["azp"]?.string ?? bearerClaims["appid"]?.string
            ?? (try? ClientCredentials(FormParameters(), request.headers).id)
    }

    /// Requests to Azure AD B2C and External ID are about customers; `nil` for Entra ID.
    func userFlow() async throws -> UserFlowRouting? {
        let azureADB2C = address.userFlow.map { ($0, AzureADB2C(platform: platform) as any CustomerDialect) }
        let externalID = UserFlowAddress(withoutFlow: request.uri.path).map { ($0, ExternalID(platform: platform)) }
        guard let (found, dialect) = azureADB2C ?? externalID,
            let tenant = try await platform.database.tenant(found.directory), tenant.kind == .customers
        else { return nil }
        return UserFlowRouting(
            dialect: dialect, request: request, query: parameters, address: found, tenant: tenant,
            flows: try await platform.database.userFlows(of: tenant.id))
    }

    /// `nil` for Microsoft Graph, which has no error numbers.
    func prefix() async throws -> ErrorAnswer.Prefix? {
        guard ![.graph, .userInfo].contains(address.endpoint) else { return nil }
        return try await userFlow()?.dialect.service == .azureADB2C ? .azureADB2C : .entraID
    }

    func isAt(_ directory: String) async throws -> Bool {
        let asked = address.directory ?? bearerClaims["tid"]?.string ?? ""
        if asked.lowercased() == directory.lowercased() { return true }
        guard let tenant = try await platform.database.tenant(directory) else { return false }
        return try await platform.database.tenant(asked)?.id == tenant.id
    }

    func isAbout(_ person: String) async throws -> Bool {
        let names = Set(try await people().map { $0.lowercased() })
        if names.contains(person.lowercased()) { return true }
        if let found = try await platform.database.person(person) {
            return names.contains(found.id) || names.contains(found.userPrincipalName.lowercased())
        }
        let customer = try await platform.database.read { database in
            try Customer.filter(Column("email") == person || Column("id") == person.lowercased()).fetchOne(database)
        }
        return customer.map { names.contains($0.id) || names.contains($0.email.lowercased()) } ?? false
    }

    private func people() async throws -> [String] {
        var names = ["login_hint", "username", "email"].compactMap { parameters[$0] }
        names += ["oid", "upn", "preferred_username"].compactMap { bearerClaims[$0]?.string }
        names += try await holder().map { [$0] } ?? []
        guard names.isEmpty, [.authorize, .pages].contains(address.endpoint) else { return names }
        return try await platform.sessions.arrivals(of: request).map(\.person.id)
    }

    private func holder() async throws -> String? {
        let secrets = ["code", "refresh_token", "device_code"].compactMap { parameters[$0] }
        guard address.endpoint == .token, let hash = secrets.first.map(SecretHash.of) else { return nil }
        return try await platform.database.read { database in
            if let row = try AuthorizationCodeRow.fetchOne(database, key: hash) { return row.grant.personID }
            if let row = try RefreshTokenRow.fetchOne(database, key: hash) { return row.grant.personID }
            if let row = try DeviceCodeRow.fetchOne(database, key: hash) { return row.grant?.personID }
            return try UserFlowGrantRow.fetchOne(database, key: hash)?.grant.customerID
        }
    }

    private var bearerClaims: [String: JSONValue] {
        guard let token = request.headers.bearerToken else { return [:] }
        let payload = token.split(separator: ".").dropFirst().first ?? ""
        return (try? StrictJSON.object(in: Base64URL.decode(payload))) ?? [:]
    }
}
