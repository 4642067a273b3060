// SPDX-License-Identifier: Apache-2.0
import Fixtures
import QuickStart
import SignIn

@testable import MicrosoftGraph

private struct ScriptedPerson: PersonSource {
    let script = Script<String, any Sendable>()

    func person(_ who: String) async throws -> Person { try await ask("person \(who)") }
    func manager(of who: String) async throws -> Person? { try await ask("manager \(who)") }
    func directReports(of who: String) async throws -> [Person] { try await ask("reports \(who)") }
    func photo(of who: String) async throws -> PersonPhoto? { try await ask("photo \(who)") }

    private func ask<Answer>(_ question: String) async throws -> Answer {
        try #require(try await script.ask(question) as? Answer)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct PersonTests {
    private let source = ScriptedPerson()
    private let model: PersonModel
    private var script: Script<String, any Sendable> { source.script }

    init() { model = PersonModel(source) }

    @Test func `every part comes alone, and what is not there is empty`() async throws {
        let photo = try PersonPhoto(contentType: "image/jpeg", data: Data([0xFF, 0xD8, 0xFF, 1]))
        model.open("ann")
        #expect(model.state.profile == .busy)
        await script.answer("person ann", person("Ann"))
        await script.answer("manager ann", Person?.none as any Sendable)
        await script.answer("reports ann", [Person]())
        await script.answer("photo ann", PersonPhoto?.some(photo) as any Sendable)
        await model.settled()
        #expect((model.state.profile, model.state.manager) == (.content(person("Ann")), .empty))
        #expect((model.state.directReports, model.state.photo) == (.empty, .content(photo)))
    }

    @Test func `a part that fails leaves the others alone, and only it is asked for again`() async {
        model.open("ann")
        await script.fail("photo ann", offline)
        await script.answer("person ann", person("Ann"))
        await script.answer("manager ann", Person?.some(person("Bea")) as any Sendable)
        await script.answer("reports ann", [person("Cid")])
        await model.settled()
        #expect(model.state.photo == .failed(Failure(offline)))
        #expect(model.state.manager == .content(person("Bea")))
        #expect(model.state.directReports == .content([person("Cid")]))
        model.retry()
        #expect(model.state.profile == .content(person("Ann")))
        await script.answer("photo ann", PersonPhoto?.none as any Sendable)
        await model.settled()
        #expect(model.state.photo == .empty)
        #expect(await script.questions.count == 5)
        model.retry()
        #expect(await script.questions.count == 5, "everything is there")
    }

    @Test func `late parts of another person's page are dropped`() async {
        model.open("ann")
        await script.asked("person ann")
        model.open("bea")
        await script.answer("person bea", person("Bea"))
        await script.answer("manager bea", Person?.none as any Sendable)
        await script.answer("reports bea", [Person]())
        await script.answer("photo bea", PersonPhoto?.none as any Sendable)
        await model.settled()
        await script.answer("person ann", person("Ann"))
        #expect(await script.wasCancelled("person ann"))
        #expect(model.state.profile == .content(person("Bea")))
        for part in ["manager", "reports", "photo"] { await script.fail("\(part) ann", offline) }
    }

    @Test func `a page without an account is signed out, and returns to the person`() async {
        model.open("ann")
        for part in ["person", "manager", "reports", "photo"] { await script.fail("\(part) ann", signedOut) }
        await model.settled()
        #expect((model.state.profile, model.state.photo) == (.signedOut, .signedOut))
        model.retry()
        #expect((model.state.visit?.who, model.state.profile) == ("ann", .busy))
        for part in ["person", "manager", "reports", "photo"] { await script.fail("\(part) ann", offline) }
        await model.settled()
        #expect(model.state.profile == .failed(Failure(offline)))
    }
}
