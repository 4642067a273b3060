// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages

@testable import TenantDirectory
@testable import TenantFixtures

/// One row of `wire.md` §1.3: a number and its cause.
struct TokenErrorRow: Sendable, CustomStringConvertible {
    let number: Int
    let error: String
    let suberror: String?
    let cause: String
    let answer: @Sendable (Site) async throws -> Answer

    init(
        _ number: Int, _ error: String, _ cause: String, suberror: String? = nil,
        _ answer: @escaping @Sendable (Site) async throws -> Answer
    ) {
        self.number = number
        self.error = error
        self.suberror = suberror
        self.cause = cause
        self.answer = answer
    }

    static func password(
        _ number: Int, _ error: String, _ cause: String, suberror: String? = nil, at path: String = Site.tokenPath,
        of name: String = "ana.silva", _ prepare: @escaping @Sendable (inout DirectoryPerson) -> Void = { _ in },
        spoiling spoil: @escaping @Sendable (FormParameters) -> FormParameters = { $0 }
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause, suberror: suberror) { site in
            try await site.changePerson(name, prepare)
            let form = FormParameters.password.with("username", "\(name)@\(Site.domain)")
            return try await site.token(spoil(form), at: path)
        }
    }

    static func refresh(
        _ number: Int, _ cause: String, suberror: String? = nil,
        _ happen: @escaping @Sendable (Site) async throws -> Void
    ) -> TokenErrorRow {
        TokenErrorRow(number, "invalid_grant", cause, suberror: suberror) { site in
            let token = try await site.tokens()["refresh_token"]?.string ?? ""
            try await happen(site)
            return try await site.token(.refreshing(token))
        }
    }

    static func assertion(
        _ number: Int, _ error: String, _ cause: String,
        _ prepare: @escaping @Sendable (inout RegisteredApp) throws -> Void = { _ in },
        making make: @escaping @Sendable (ClientKey) throws -> String
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause) { site in
            try await site.addKeyedApp(prepare)
            return try await site.token(.asserting(try make(try ClientKey.shared.get())))
        }
    }

    static func onBehalf(
        _ number: Int, _ error: String, _ cause: String, suberror: String? = nil, as name: String = "ana.silva",
        _ make: @escaping @Sendable (Site, FormParameters) async throws -> FormParameters
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause, suberror: suberror) { site in
            let form = FormParameters.onBehalf(try await site.tasksToken(as: name))
            return try await site.token(try await make(site, form))
        }
    }

    var description: String { "AADSTS\(number): \(cause)" }
}
