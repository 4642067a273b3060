// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import TaskListClient

/// The rules of Entra ID and Azure AD B2C side by side.
@Suite struct DirectoriesTests {
    typealias Spoil = @Sendable (inout TokenDraft, Directories) -> Void

    @Test func `users of every directory have a list`() async throws {
        let service = try Directories()
        for (token, owner) in [
            (service.employee, "\(Directories.companyID) \(Directories.personID)"),
            (service.customer, "\(Directories.customersID) \(Directories.personID)"),
        ] {
            let task = try await service.ask(.post, "/api/tasks?Text=mine", with: token).task()
            #expect(task.owner == owner)
            #expect(try await service.ask(.get, "/api/tasks", with: token).tasks() == [task])
        }
    }

    /// Changes that leave a customer's token valid.
    static let accepted: [(name: String, spoil: Spoil)] = [
        ("the flow in capitals", { draft, _ in draft.claims["tfp"] = .string("B2C_1_SUSI") }),
        ("the flow in the older claim", { draft, _ in draft.claims["acr"] = draft.claims.removeValue(forKey: "tfp") }),
        ("the issuer that names the flow", { draft, _ in draft.claims["iss"] = .string(Directories.longIssuer) }),
        ("the directory", { draft, _ in draft.claims["tid"] = .string(Directories.customersID) }),
        (
            "another app with the scope",
            { draft, _ in
                draft.claims["azp"] = .string("other")
                draft.claims["scp"] = .string("Tasks.ReadWrite")
            }
        ),
    ]

    @Test(arguments: accepted)
    func `a customer keeps the list with`(_ name: String, _ spoil: @escaping Spoil) async throws {
        let service = try Directories()
        let task = try await service.ask(.post, "/api/tasks?Text=mine", with: service.customer).task()
        var draft = service.customer
        spoil(&draft, service)
        #expect(try await service.ask(.get, "/api/tasks", with: draft).tasks() == [task])
    }

    static let stranger = "this API accepts no tokens of that issuer"
    static let flow = "the token is not from the requested user flow; sign in with the user flow in the settings"
    static let forged = "the token's signature is invalid; it was changed or forged"
    static let idToken = "this is an ID token; send an access token"
    static let elsewhere = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// A customer's token with one defect, and the reason.
    static let refused: [(name: String, reason: String, spoil: Spoil)] = [
        ("is of the flow for passwords", flow, { draft, _ in draft.claims["tfp"] = .string("B2C_1_reset") }),
        ("names no flow", flow, { draft, _ in draft.claims["tfp"] = nil }),
        ("names two flows", flow, { draft, _ in draft.claims["tfp"] = .array([.string("B2C_1_susi")]) }),
        (
            "names another flow in the newer claim", flow,
            { draft, _ in
                draft.claims["tfp"] = .string("B2C_1_reset")
                draft.claims["acr"] = .string("B2C_1_susi")
            }
        ),
        ("is an ID token", idToken, { draft, _ in draft.claims["azp"] = nil }),
        (
            "is for another API", "the token is for another API; request one with a scope of this API",
            { draft, _ in draft.claims["aud"] = .string("x") }
        ),
        (
            "names an issuer without the slash", stranger,
            { draft, _ in draft.claims["iss"] = .string(String(Directories.issuer.dropLast())) }
        ),
        (
            "names another directory's issuer", stranger,
            { draft, _ in draft.claims["iss"] = .string("\(Directories.host)/\(elsewhere)/v2.0/") }
        ),
        ("names another directory", stranger, { draft, _ in draft.claims["tid"] = .string(elsewhere) }),
        (
            "names the company's directory", stranger,
            { draft, _ in draft.claims["tid"] = .string(Directories.companyID) }
        ),
        (
            "names the company's issuer", forged,
            { draft, service in
                draft.claims["iss"] = .string(service.company.issuer)
                draft.claims["tid"] = .string(Directories.companyID)
            }
        ),
        (
            "is signed by the company", forged,
            { draft, service in (draft.key, draft.header) = (service.company.key, service.employee.header) }
        ),
        ("is signed by another flow", forged, { draft, service in draft.key = service.reset.key }),
        ("names nobody", "the token does not identify the caller (sub)", { draft, _ in draft.claims["oid"] = nil }),
    ]

    @Test(arguments: refused)
    func `a token is refused that`(_ name: String, _ reason: String, _ spoil: @escaping Spoil) async throws {
        let service = try Directories()
        var draft = service.customer
        spoil(&draft, service)
        let answer = try await service.ask(.get, "/api/tasks", with: draft)
        #expect((answer.status, answer.code, answer.message) == (401, "invalid_token", reason))
    }

    /// Valid tokens without the scope.
    static let withoutScope: [(name: String, spoil: Spoil)] = [
        ("another app", { draft, _ in draft.claims["azp"] = .string("other") }),
        ("the API's own app that asked for less", { draft, _ in draft.claims["scp"] = .string("Tasks.Read") }),
        (
            "an employee's app",
            { draft, service in
                draft = service.employee
                draft.claims["scp"] = nil
            }
        ),
        (
            "an employee's app of the API's own name",
            { draft, service in
                draft = service.employee
                draft.claims["scp"] = nil
                draft.claims["azp"] = .string("api://tasks")
            }
        ),
    ]

    @Test(arguments: withoutScope)
    func `a scope is missed by`(_ name: String, _ spoil: @escaping Spoil) async throws {
        let service = try Directories()
        var draft = service.customer
        spoil(&draft, service)
        let answer = try await service.ask(.get, "/api/tasks", with: draft)
        #expect((answer.status, answer.code) == (403, "insufficient_scope"))
    }

    @Test func `distinguishes two flows of one issuer, each with its own key`() async throws {
        let service = try Directories(accepting: ["/aldervale.example/b2c_1_susi", "/aldervale.example/b2c_1_reset"])
        var reset = service.customer
        reset.claims["tfp"] = .string("B2C_1_reset")
        #expect(try await service.ask(.get, "/api/tasks", with: reset).message == Self.forged)
        reset.key = service.reset.key
        #expect(try await service.ask(.get, "/api/tasks", with: reset).status == 200)
        #expect(try await service.ask(.get, "/api/tasks", with: service.customer).status == 200)
        var edit = service.customer
        edit.claims["tfp"] = .string("B2C_1_edit")
        #expect(try await service.ask(.get, "/api/tasks", with: edit).message == Self.flow)
    }
}
