// SPDX-License-Identifier: Apache-2.0
import Foundation
public import MicrosoftGraph

/// People search as a value: what was typed, what was asked, and what came.
///
/// Every question has a number, and only the answer to the latest counts: a late answer never overwrites a newer one.
public struct PeopleSearchState: Sendable, Hashable {
    /// One question to the directory.
    public struct Question: Sendable, Hashable {
        /// What the name begins with; never empty.
        public let name: String
        let number: Int
    }

    /// Whether more people can be had.
    public enum More: Sendable, Hashable {
        /// These are all.
        case none
        /// More come when they are asked for.
        case available
        /// More were asked for.
        case busy
        /// They did not come; they can be asked for again.
        case failed(Failure)
    }

    /// What is in the search field.
    public private(set) var text = ""
    /// The people found.
    public private(set) var phase: Phase<[Person]> = .idle
    /// Whether there are more.
    public private(set) var more: More = .none
    /// The latest question, answered or not; `nil` while there is nothing to ask.
    public private(set) var question: Question?
    private var questions = 0

    /// Creates an empty search.
    public init() {}

    /// Takes what the person typed.
    ///
    /// White space around the text is no other question, and nothing but white space is none.
    public mutating func typed(_ text: String) {
        self.text = text
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name != question?.name else { return }
        if name.isEmpty { clear() } else { ask(name) }
    }

    /// Asks at once, and the same again after a failure or a sign-in.
    public mutating func submit() {
        let name = question?.name ?? text.trimmingCharacters(in: .whitespacesAndNewlines)
        if !name.isEmpty { ask(name) }
    }

    /// Leaves the question; what was typed stays.
    public mutating func cancel() { clear() }

    /// Takes the first people.
    public mutating func arrived(_ people: [Person], hasMore: Bool, for question: Question) {
        guard question == self.question, phase == .busy else { return }
        phase = people.isEmpty && !hasMore ? .empty : .content(people)
        more = hasMore ? .available : .none
    }

    /// Notes that the question got no answer.
    public mutating func failed(_ error: any Error, for question: Question) {
        guard question == self.question, phase == .busy else { return }
        phase = Phase(error)
        if phase == .idle { clear() }
    }

    /// Asks for more people.
    ///
    /// - Returns: The question that they belong to; `nil` if there are none or they are on their way.
    public mutating func wantMore() -> Question? {
        switch more {
        case .available, .failed:
            more = .busy
            return question
        case .none, .busy: return nil
        }
    }

    /// Takes more people; somebody who moved to this page in the meantime is not shown twice.
    public mutating func moreArrived(_ people: [Person], hasMore: Bool, for question: Question) {
        guard question == self.question, more == .busy, let shown = phase.content else { return }
        let known = Set(shown.map(\.id))
        phase = .content(shown + people.filter { !known.contains($0.id) })
        more = hasMore ? .available : .none
    }

    /// Notes that more people did not come; those that did stay.
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

    private mutating func clear() {
        question = nil
        phase = .idle
        more = .none
    }
}
