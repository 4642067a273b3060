// SPDX-License-Identifier: Apache-2.0
import Fixtures
import LocalTenant
import TenantDirectory
import WebSignIn

@testable import SignInTesting

@Suite struct WebSignInIsolationTests {
    /// The same walk in every run.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Test func `two hundred browsers load five thousand pages, and each sees only its own user`() async throws {
        let tenant = try await withTenant { $0 }
        let book = try VisitorBook(at: tenant)
        // They need a second factor, or another password.
        let asksForMore: Set = ["Héloïse"]
        let all = try await tenant.platform.people()
            .filter {
                $0.userPrincipalName.hasSuffix("@aldervale.example") && !asksForMore.contains($0.givenName ?? "")
            }
            .map { TestPerson(id: $0.id, name: $0.displayName, username: $0.userPrincipalName) }
        #expect(all.count >= 20)
        let people = (0..<200).map { all[$0 % all.count] }
        let wrong = try await withThrowingTaskGroup(of: [String].self) { group in
            for (number, person) in people.enumerated() {
                group.addTask { try await Self.walk(as: person, number: UInt64(number), in: book) }
            }
            return try await group.reduce([]) { $0 + $1 }
        }
        #expect(wrong == [])
        #expect(try await book.web.sessions().count == 200)
    }

    /// Opens 25 pages, and returns the responses for other people.
    private static func walk(as person: TestPerson, number: UInt64, in book: VisitorBook) async throws -> [String] {
        var visitor = Visitor(of: book)
        var steps = Steps(state: number)
        var wrong: [String] = []
        try await visitor.signIn(as: person)
        let form = try await visitor.get("/write").text
        for step in 0..<24 {
            switch Int.random(in: 0..<4, using: &steps) {
            case 0:
                let text = try await visitor.get("/token").text
                if text != "a token" { wrong.append(text) }
            case 1:
                let text = try await visitor.post("/write", "\(form)&text=\(number).\(step)").text
                if text != "Written" { wrong.append(text) }
            default:
                let text = try await visitor.get("/hello").text
                if text != "Hello, \(person.name)!" { wrong.append(text) }
            }
        }
        for entry in book.entries.all where entry.contains(": \(number).") && !entry.hasPrefix("\(person.name):") {
            wrong.append(entry)
        }
        return wrong
    }
}
