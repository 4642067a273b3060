// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

struct OrganizationReader: Sendable {
    private static let lists: Set = [
        "assignedPlans", "businessPhones", "marketingNotificationEmails", "provisionedPlans",
        "securityComplianceNotificationMails", "securityComplianceNotificationPhones", "technicalNotificationMails",
    ]
    private static let properties = lists.union([
        "city", "country", "countryLetterCode", "createdDateTime", "defaultUsageLocation", "deletedDateTime",
        "displayName", "id", "isMultipleDataLocationsForServicesEnabled", "mobileDeviceManagementAuthority",
        "onPremisesLastSyncDateTime", "onPremisesSyncEnabled", "partnerTenantType", "postalCode", "preferredLanguage",
        "privacyProfile", "state", "street", "tenantType", "verifiedDomains",
    ])

    private let platform: PlatformContext
    private let caller: GraphCaller
    private let options: ListOptions

    private var tenant: Tenant { caller.tenant }

    init(_ parameters: FormParameters, caller: GraphCaller, platform: PlatformContext) throws {
        (self.caller, self.platform) = (caller, platform)
        options = try ListOptions(
            parameters,
            of: ListOptions.Listing(
                options: ["$select", "$top", "$count", "$skiptoken"], properties: Self.properties,
                type: "microsoft.graph.organization", tokenPrefix: "organizations-from-"))
    }

    /// Without an ID, the list, which contains one directory.
    func read(_ id: String?) throws -> Response {
        try caller.requireDirectory()
        guard !caller.permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
        var members: [String: JSONValue] = [:]
        for name in Set(options.properties ?? Array(Self.properties)).union(["id"]) { members[name] = self[name] }
        guard let id else {
            return try JSONReply.make(
                options.page(of: [.value(.object(members))], in: "organization", at: "organization", on: platform))
        }
        guard id.lowercased() == tenant.id else { throw GraphFault.notFound(id) }
        members["@odata.context"] = .string(platform.graphContext("organization\(options.selection)/$entity"))
        return JSONReply.make(.value(.object(members)))
    }

    private subscript(property: String) -> JSONValue {
        switch property {
        case "id": .string(tenant.id)
        case "displayName": .string(tenant.displayName)
        case "tenantType": .string(tenant.kind == .customers ? "AAD B2C" : "AAD")
        case "verifiedDomains":
            .array([
                .object([
                    "name": .string(tenant.domain), "type": .string("Managed"), "isDefault": .boolean(true),
                    "isInitial": .boolean(true), "capabilities": .string("Email, OfficeCommunicationsOnline"),
                ])
            ])
        default: Self.lists.contains(property) ? .array([]) : .null
        }
    }
}
