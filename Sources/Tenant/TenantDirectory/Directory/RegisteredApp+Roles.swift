// SPDX-License-Identifier: Apache-2.0

extension RegisteredApp {
    /// The `aud` of access tokens for this API.
    ///
    /// It is the client id for Microsoft Graph, for tokens of version 2, and for APIs with the optional claim `aud`.
    package var audience: String {
        guard accessTokenVersion != 2, id != Self.graphID, !optionalClaims.accessToken.contains("aud") else {
            return id
        }
        return identifierURI ?? id
    }

    /// The roles that some of these principals have in this app, in the order of its registration.
    package func roles(of principalIDs: Set<String>, as type: AppRole.MemberType) -> [String] {
        let assigned = Set(appRoleAssignments.filter { principalIDs.contains($0.principalID) }.compactMap(\.role))
        return appRoles.filter { $0.allowedMemberTypes.contains(type) && assigned.contains($0.value) }.map(\.value)
    }

    /// The permissions and roles that an app has in this API, as an administrator of a directory assigned them.
    package func roles(ofApp client: RegisteredApp, in tenant: Tenant) -> [String] {
        let prefix = "\(id)/"
        // An administrator of the app's directory decides for that directory only.
        let permissions = tenant.id == client.tenantID ? client.assignedRoles.filter { $0.hasPrefix(prefix) } : []
        let names = permissions.map { String($0.dropFirst(prefix.count)) }
        return names + roles(of: [client.id], as: .application).filter { !names.contains($0) }
    }

    /// Whether some of these principals were assigned to this app.
    package func isAssigned(_ principalIDs: Set<String>) -> Bool {
        appRoleAssignments.contains { principalIDs.contains($0.principalID) }
    }
}
