// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart
import SignIn
import Testing

@Suite struct PeopleSearchStateTests {
    private var search = PeopleSearchState()

    private mutating func ask(_ text: String) throws -> PeopleSearchState.Question {
        search.typed(text)
        return try #require(search.question)
    }

    @Test(arguments: ["", " ", "\t\n"]) mutating func `white space alone starts no search`(_ text: String) {
        search.typed(text)
        #expect((search.question, search.phase) == (nil, .idle))
        search.submit()
        #expect(search.question == nil)
    }

    @Test mutating func `what is typed is asked without the white space around it, and shown with it`() throws {
        #expect(try ask(" Ann ").name == "Ann")
        #expect((search.text, search.phase) == (" Ann ", .busy))
    }

    @Test mutating func `white space alone is no new question`() throws {
        let question = try ask("Ann")
        search.arrived([person("Ann")], hasMore: false, for: question)
        #expect(try ask("Ann ") == question)
        #expect(search.phase == .content([person("Ann")]))
    }

    @Test mutating func `an emptied field is idle despite late responses`() throws {
        let question = try ask("Ann")
        search.typed("")
        search.arrived([person("Ann")], hasMore: true, for: question)
        #expect((search.phase, search.more) == (.idle, .none))
    }

    @Test mutating func `a late answer or failure never overwrites a newer question or answer`() throws {
        let (older, newer) = (try ask("A"), try ask("An"))
        search.arrived([person("A")], hasMore: false, for: older)
        #expect(search.phase == .busy)
        search.arrived([person("An")], hasMore: false, for: newer)
        search.arrived([person("A")], hasMore: true, for: older)
        search.failed(offline, for: older)
        #expect((search.phase, search.more) == (.content([person("An")]), .none))
    }

    @Test mutating func `the same text typed again is another question`() throws {
        let first = try ask("Ann")
        search.typed("Anna")
        let again = try ask("Ann")
        search.arrived([], hasMore: false, for: first)
        #expect(search.phase == .busy)
        #expect(first != again)
    }

    @Test mutating func `a search without results is empty`() throws {
        search.arrived([], hasMore: false, for: try ask("Ann"))
        #expect(search.phase == .empty)
    }

    @Test mutating func `an empty first page of several is not an empty result`() throws {
        search.arrived([], hasMore: true, for: try ask("Ann"))
        #expect(search.phase == .content([]) && search.more == .available)
        search.moreArrived([person("Ann")], hasMore: false, for: try required(search.wantMore()))
        #expect(search.phase.content?.map(\.id) == ["Ann"])
    }

    @Test(arguments: [
        (offline as any Error, Phase<[Person]>.failed(Failure(offline))), (signedOut, .signedOut),
        (CancellationError(), .idle), (cancelledThere, .idle),
    ]) mutating func `an error sets a phase, and the text stays`(error: any Error, phase: Phase<[Person]>) throws {
        search.failed(error, for: try ask("Ann"))
        #expect((search.phase, search.text) == (phase, "Ann"))
        search.submit()
        #expect((search.question?.name, search.phase) == ("Ann", .busy))
    }

    @Test mutating func `cancelling leaves the text and drops the answer`() throws {
        let question = try ask("Ann")
        search.cancel()
        search.arrived([person("Ann")], hasMore: false, for: question)
        #expect((search.phase, search.text) == (.idle, "Ann"))
    }

    @Test mutating func `more people come behind, once each`() throws {
        search.arrived([person("A"), person("B")], hasMore: true, for: try ask("x"))
        let question = try required(search.wantMore())
        #expect(search.wantMore() == nil)
        search.moreArrived([person("B"), person("C")], hasMore: false, for: question)
        #expect((search.phase.content?.map(\.id), search.more) == (["A", "B", "C"], .none))
        #expect(search.wantMore() == nil)
    }

    @Test mutating func `a failed next page keeps the loaded people, and can be retried`() throws {
        search.arrived([person("A")], hasMore: true, for: try ask("x"))
        let question = try required(search.wantMore())
        search.moreFailed(offline, for: question)
        #expect((search.phase, search.more) == (.content([person("A")]), .failed(Failure(offline))))
        #expect(search.wantMore() == question)
    }

    @Test mutating func `more people for an older question are dropped`() throws {
        search.arrived([person("A")], hasMore: true, for: try ask("x"))
        let older = try required(search.wantMore())
        search.arrived([person("B")], hasMore: true, for: try ask("y"))
        _ = search.wantMore()
        search.moreArrived([person("C")], hasMore: false, for: older)
        search.moreFailed(signedOut, for: older)
        #expect((search.phase, search.more) == (.content([person("B")]), .busy))
    }

    @Test mutating func `a sign-in that ends between two pages signs the page out`() throws {
        search.arrived([person("A")], hasMore: true, for: try ask("x"))
        search.moreFailed(signedOut, for: try required(search.wantMore()))
        #expect(search.phase == .signedOut)
    }
}
