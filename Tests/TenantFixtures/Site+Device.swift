// SPDX-License-Identifier: Apache-2.0

extension FormParameters {
    static let device: FormParameters = [
        "client_id": Site.clientID, "scope": "openid profile offline_access User.Read.All",
    ]

    static func polling(_ deviceCode: String) -> FormParameters {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": Site.clientID,
            "device_code": deviceCode,
        ]
    }
}

extension Site {
    static let deviceCodePath = "/\(tenantID)/oauth2/v2.0/devicecode"

    struct DeviceCodes: Sendable {
        let user: String
        let device: String
    }

    func deviceCodes(_ request: FormParameters = .device, at path: String = deviceCodePath) async throws -> DeviceCodes
    {
        let answer = try await post(path, request)
        try #require(answer.status == .ok, "\(answer.text)")
        let members = try answer.object()
        return DeviceCodes(
            user: try #require(members["user_code"]?.string), device: try #require(members["device_code"]?.string))
    }
}

extension Browser {
    /// Types a user code, and says that the device is one's own; the page that follows.
    mutating func confirm(_ userCode: String) async throws -> Answer {
        let question = try await submit(try await get("/devicelogin"), ["user_code": userCode])
        return try await submit(question, ["continue": "1"])
    }

    mutating func approve(_ userCode: String, as name: String = "ana.silva") async throws -> Answer {
        let username = "\(name)@\(Site.domain)"
        let page = try await submit(try await confirm(userCode), ["username": username])
        guard page.text.contains(#"type="password""#) else { return page }
        return try await submit(page, ["username": username, "password": "watchword"])
    }
}
