// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

/// The maximum number of groups in a token.
enum GroupLimit {
    /// In tokens from the token endpoint.
    static let usual = 200
    /// In tokens within an address, which must not become too long.
    static let inAddress = 6
}

extension TokenClaims {
    /// Adds the groups and directory roles that an app requests; for too many groups, a reference to Microsoft Graph.
    ///
    /// - Parameters:
    ///   - source: The person's data.
    ///   - audience: The app that reads the token; its registration selects the groups.
    ///   - isInAddress: Whether the token travels in an address.
    ///   - graphURL: The address of Microsoft Graph.
    mutating func addGroups(
        of source: ClaimSource, for audience: RegisteredApp, isInAddress: Bool, graphURL: String
    ) {
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

extension GroupMembershipClaims {
    /// Whether tokens for an app name a group.
    fileprivate func includes(_ group: DirectoryGroup, of app: RegisteredApp) -> Bool {
        switch self {
        case .none, .directoryRole: false
        case .securityGroup: group.securityEnabled
        case .applicationGroup: app.appRoleAssignments.contains { $0.principalID == group.id }
        case .all: true
        }
    }
}

extension DirectoryPerson {
    /// The person's role templates of Entra ID, with the default one of members or of guests.
    fileprivate var roleTemplateIDs: [String] {
        [directoryRole?.templateID].compactMap(\.self)
            + (userType == .guest
                ? ["10dae51f-b6af-4016-8d66-8c2a99b929b3"] : ["b79fbf4d-3ef9-4689-8143-76b194e85509"])
    }
}
