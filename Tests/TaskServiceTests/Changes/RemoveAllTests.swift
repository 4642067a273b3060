// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuthMessages
import TaskService
import Testing

/// `DELETE /api/tasks?all=true`.
@Suite struct RemoveAllTests {
    typealias Call = ServiceUnderTest.Call

    private func call(_ query: String, signedIn: TimeInterval?) -> Call {
        var call = Call(.delete, "/api/tasks" + query)
        call.signedIn = signedIn
        return call
    }

    @Test(arguments: [0, 300, 360] as [TimeInterval])
    func `a person who has just signed in removes the whole list`(_ age: TimeInterval) async throws {
        let service = try ServiceUnderTest()
        for text in ["1", "2"] { _ = try await service.send(.adding(text)) }
        _ = try await service.send(.adding("theirs", as: "bob"))
        let answer = try await service.send(call("?all=true", signedIn: age))
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(try await service.texts() == [])
        #expect(try await service.texts(of: "bob") == ["theirs"])
    }

    /// A minute more than the settings say is the tolerance of clocks.
    @Test(arguments: [361, nil] as [TimeInterval?])
    func `another must sign in again, and the challenge says so`(_ age: TimeInterval?) async throws {
        let service = try ServiceUnderTest(at: "http://localhost:3000")
        _ = try await service.send(.adding("stays"))
        let answer = try await service.send(call("?all=true", signedIn: age))
        #expect(answer.status == 401 && answer.code == "insufficient_user_authentication")
        let challenge = AuthenticationChallenge.all(in: [answer.fields[.wwwAuthenticate] ?? ""]).first
        #expect(challenge?["error"] == "insufficient_user_authentication")
        #expect(challenge?["max_age"] == "300")
        #expect(challenge?["resource_metadata"] != nil)
        #expect(try await service.texts() == ["stays"])
    }

    @Test func `the settings say how long ago`() async throws {
        let service = try ServiceUnderTest { $0.maximumSignInAge = .seconds(3600) }
        #expect(try await service.send(call("?all=true", signedIn: 3660)).status == 204)
        #expect(try await service.send(call("?all=true", signedIn: 3661)).status == 401)
    }

    static let refused: [(query: String, code: String)] = [
        ("?all=false", "MissingTask"), ("?all=true&Text=stays", "RemovalUnclear"), ("?all=", "FilterMalformed"),
        ("?all=1", "FilterMalformed"), ("?all=True", "FilterMalformed"), ("?all=true&all=true", "QueryMalformed"),
        ("?All=true", "MissingTask"),
    ]

    @Test(arguments: refused)
    func `anything else removes nothing`(_ query: String, _ code: String) async throws {
        let service = try ServiceUnderTest()
        _ = try await service.send(.adding("stays"))
        let answer = try await service.send(call(query, signedIn: 0))
        #expect(answer.status == 400 && answer.code == code)
        #expect(try await service.texts() == ["stays"])
    }

    @Test func `all=true in the content is no wish to remove all`() async throws {
        let service = try ServiceUnderTest()
        _ = try await service.send(.adding("stays"))
        var call = call("", signedIn: 0)
        (call.contentType, call.body) = ("application/x-www-form-urlencoded", Data("all=true".utf8))
        #expect(try await service.send(call).code == "MissingTask")
        #expect(try await service.texts() == ["stays"])
    }
}
