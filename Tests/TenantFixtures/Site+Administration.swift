// SPDX-License-Identifier: Apache-2.0

extension Site {
    func administer(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, fields: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = fields
        if json != nil, !fields.contains(.contentType) { fields[.contentType] = "application/json" }
        return try await send(method, "/tessera/v1\(path)", fields: fields, body: Data((json ?? "").utf8))
    }

    func control(_ method: HTTPRequest.Method, _ path: String, _ json: String = "{}") async throws -> Answer {
        try await administer(method, "/\(path)", json)
    }

    static let people = "/directories/\(domain)/people"

    /// The directory of the tests' own files: one company with two people, a group and an app.
    static let file = """
        {"version": 1, "directories": [{"displayName": "Heron Works", "domain": "heron.example", "password": "watchword",
          "people": [
            {"displayName": "Mara Lind", "userPrincipalName": "mara@heron.example"},
            {"displayName": "Tom Reyes", "userPrincipalName": "tom@heron.example", "manager": "MARA@heron.example"}],
          "groups": [{"displayName": "Drivers", "members": ["tom@heron.example"]}]}],
         "apps": [{"appId": "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", "directory": "heron.example",
          "displayName": "Planner", "web": {"redirectUris": ["http://localhost"]},
          "passwordCredentials": [{"secretText": "a secret of the planner"}],
          "appRoles": [{"value": "Driver"}],
          "appRoleAssignments": [{"principalId": "tom@heron.example", "role": "Driver"}],
          "api": {"oauth2PermissionScopes": [{"value": "Routes.Read", "type": "Admin"}]}}],
         "consents": [{"clientId": "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", "principalId": "mara@heron.example",
          "scope": "profile openid"}]}
        """
}

extension Answer {
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: body)
    }

    var pointers: [String] {
        get throws { try (object()["errors"]?.array ?? []).compactMap { $0.object?["pointer"]?.string } }
    }
}
