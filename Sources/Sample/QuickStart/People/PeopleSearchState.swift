// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
import PortableFoundation

/// The value of people search; only the result of the latest question counts, so a late response never replaces a newer
/// one.
public struct PeopleSearchState: Sendable, Hashable {
    /// One request to the directory.
    public struct Question: Sendable, Hashable {
        /// Never empty.
        public let name: String
        let number: Int
    }

    /// Whether the directory has more people.
    public enum More: Sendable, Hashable {
        case none
        case available
        case busy
        case failed(Failure)

        /// Whether there are people that are not shown.
        public var isMore: Bool { self != .none }
    }

    /// The text in the search field.
    public private(set) var text = ""
    /// The people found.
    public private(set) var phase: Phase<[Person]> = .idle
    /// Whether the directory has more people.
    public private(set) var more: More = .none
    /// The latest question, even after its result; `nil` without text.
    public private(set) var question: Question?
    private var questions = 0

    /// Creates the state before the first search.
    public init() {}

    /// Stores the text of the search field; surrounding white space makes no new question.
    public mutating func typed(_ text: String) {
        self.text = text
        let name = text.trimmed
        guard name != question?.name else { return }
        if name.isEmpty { cancel() } else { ask(name) }
    }

    /// Searches immediately, even for the same text.
    public mutating func submit() {
        let name = question?.name ?? text.trimmed
        if !name.isEmpty { ask(name) }
    }

    /// Cancels the search; the text stays.
    public mutating func cancel() {
        question = nil
        phase = .idle
        more = .none
    }

    /// Stores the first people.
    public mutating func arrived(_ people: [Person], hasMore: Bool, for question: Question) {
        guard question == self.question, phase == .busy else { return }
        phase = people.isEmpty && !hasMore ? .empty : .content(people)
        more = hasMore ? .available : .none
    }

    /// Records that the request failed.
    public mutating func failed(_ error: any Error, for question: Question) {
        guard question == self.question, phase == .busy else { return }
        phase = Phase(error)
        if phase == .idle { cancel() }
    }

    /// Requests more people; `nil` if there are none, or they were already requested.
    public mutating func wantMore() -> Question? {
        switch more {
        case .available, .failed:
            more = .busy
            return question
        case .none, .busy: return nil
        }
    }

    /// Adds more people; a person that moved to this page between the requests is shown once.
    public mutating func moreArrived(_ people: [Person], hasMore: Bool, for question: Question) {
        guard question == self.question, more == .busy, let shown = phase.content else { return }
        let known = Set(shown.map(\.id))
        phase = .content(shown + people.filter { !known.contains($0.id) })
        more = hasMore ? .available : .none
    }

    /// Records that the request for more people failed; the loaded ones stay.
    public mutating func moreFailed(_ error: any Error, for question: Question) {
        guard question == self.question, more == .busy else { return }
        switch Phase<[Person]>(error) {
        case .signedOut: phase = .signedOut
        case .failed(let failure): more = .failed(failure)
        default: more = .available
        }
    }

    private mutating func ask(_ name: String) {
        questions += 1
        question = Question(name: name, number: questions)
        phase = .busy
        more = .none
    }
}
