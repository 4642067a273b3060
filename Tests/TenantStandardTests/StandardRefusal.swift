// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// A valid request with one change, and the error that it causes.
struct StandardRefusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: String
    let change: FormParameters.Change

    init(_ description: String, _ error: String, _ change: @escaping FormParameters.Change) {
        (testDescription, self.error, self.change) = (description, error, change)
    }
}

func expect(
    _ members: [String: JSONValue], _ expected: [String: JSONValue], at location: SourceLocation = #_sourceLocation
) {
    #expect(members.filter { expected.keys.contains($0.key) } == expected, sourceLocation: location)
}

extension Site {
    /// Sends a registration. RFC 7591 §3.1
    func register(_ json: String, origin: String? = nil) async throws -> Answer {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.origin] = origin
        return try await send(.post, "/op/register", fields: fields, body: Data(json.utf8))
    }

    func count(_ table: String) async throws -> Int {
        try await platform.context.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0 }
    }
}

extension FormParameters {
    var ofWebApp: FormParameters {
        with("client_id", StandardSampleClient.webID).with("client_secret", StandardSampleClient.webSecret)
    }

    /// The same request with an assertion that the sample service signed. RFC 7523 §2.2
    func asserting(_ claims: [String: JSONValue], with json: String = SampleServiceKey.json) throws -> FormParameters {
        adding([
            "client_assertion_type": StandardClientAssertion.type,
            "client_assertion": try SampleServiceKey.sign(claims, with: json),
        ])
    }
}
