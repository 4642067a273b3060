// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import TenantAuthorization
import TenantDirectory

extension TokenClaims {
    /// Adds a person's additional claims, except protocol claims: they could give a person another identity, or a role.
    mutating func addOwn(of person: DirectoryPerson) {
        for (name, value) in person.additionalClaims where !Self.reserved.contains(name) && self[name] == nil {
            self[name] = value
        }
    }

    static let reserved: Set = [
        "_claim_names", "_claim_sources", "acct", "acr", "acrs", "aio", "amr", "appid", "appidacr", "at_hash", "aud",
        "auth_time", "azp", "azpacr", "c_hash", "capolids", "cnf", "ctry", "email", "exp", "family_name", "given_name",
        "groups", "hasgroups", "iat", "idp", "idtyp", "ipaddr", "iss", "jti", "login_hint", "name", "nbf", "nonce",
        "oid", "preferred_username", "rh", "roles", "s_hash", "scp", "sid", "sub", "tenant_ctry",
        "tenant_region_scope", "tid", "unique_name", "upn", "uti", "ver", "verified_primary_email", "wids", "xms_cc",
        "xms_edov", "xms_ftd", "xms_pl", "xms_tpl",
    ]

    package mutating func addClient(_ client: AuthenticatedClient, isVersion2: Bool) {
        add("ver", isVersion2 ? "2.0" : "1.0")
        add(isVersion2 ? "azp" : "appid", client.app.id)
        add(isVersion2 ? "azpacr" : "appidacr", client.method.claim)
    }

    mutating func addVersion1(of person: DirectoryPerson, grant: Grant) {
        add("acr", "1")
        add("amr", texts: grant.secondFactorAt == nil ? ["pwd"] : ["pwd", "mfa"])
        add("ipaddr", TokenIssuer.clientAddress)
        add("upn", person.userPrincipalName)
        add("unique_name", person.userPrincipalName)
        add("given_name", person.givenName)
        add("family_name", person.surname)
        add("idtyp", "user")
    }

    /// Adds the groups and directory roles that an app requests; for too many groups, a reference to Microsoft Graph.
    mutating func addGroups(of source: ClaimSource, for audience: RegisteredApp, isInAddress: Bool, graphURL: String) {
        let wanted = audience.groupMembershipClaims
        if [.all, .directoryRole].contains(wanted), !isInAddress {
            add("wids", texts: source.person.roleTemplateIDs)
        }
        let ids = source.groups.filter { wanted.includes($0, of: audience) }.map(\.id).sorted()
        if isInAddress, ids.count > GroupLimit.inAddress {
            self["hasgroups"] = .boolean(true)
        } else if ids.count > GroupLimit.usual {
            let address = "\(graphURL)/users/\(source.person.id)/getMemberObjects"
            self["_claim_names"] = .object(["groups": .string("src1")])
            self["_claim_sources"] = .object(["src1": .object(["endpoint": .string(address)])])
        } else {
            add("groups", texts: ids)
        }
    }
}

enum GroupLimit {
    static let usual = 200
    /// For tokens in a URL, which must stay short.
    static let inAddress = 6
}

extension GroupMembershipClaims {
    fileprivate func includes(_ group: GroupEntry, of app: RegisteredApp) -> Bool {
        switch self {
        case .none, .directoryRole: false
        case .securityGroup: group.securityEnabled
        case .applicationGroup: app.appRoleAssignments.contains { $0.principalID == group.id }
        case .all: true
        }
    }
}

extension DirectoryPerson {
    /// The role, and the default role template of members or of guests.
    fileprivate var roleTemplateIDs: [String] {
        [directoryRole?.templateID].compactMap(\.self)
            + (userType == .guest
                ? ["10dae51f-b6af-4016-8d66-8c2a99b929b3"] : ["b79fbf4d-3ef9-4689-8143-76b194e85509"])
    }
}
