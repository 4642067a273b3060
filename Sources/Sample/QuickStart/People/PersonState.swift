// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph

/// The value of one person's page, whose parts load and fail separately.
public struct PersonState: Sendable, Hashable {
    /// The parts of the page.
    public enum Part: Sendable, Hashable, CaseIterable {
        case profile
        case manager
        case directReports
        case photo
    }

    /// The result for one part.
    public enum Answer: Sendable, Hashable {
        case profile(Phase<Person>)
        case manager(Phase<Person>)
        case directReports(Phase<[Person]>)
        case photo(Phase<PersonPhoto>)
    }

    /// One visit to a person's page.
    public struct Visit: Sendable, Hashable {
        /// The ID or user principal name.
        public let who: String
        let number: Int
    }

    /// The person.
    public private(set) var profile: Phase<Person> = .idle
    /// The manager.
    public private(set) var manager: Phase<Person> = .idle
    /// The direct reports.
    public private(set) var directReports: Phase<[Person]> = .idle
    /// The photo.
    public private(set) var photo: Phase<PersonPhoto> = .idle
    /// The latest visit; `nil` before the first.
    public private(set) var visit: Visit?

    /// Creates the state before a person is opened.
    public init() {}

    /// Starts a visit to a person; results of earlier visits are dropped.
    public mutating func open(_ who: String) {
        let number = (visit?.number ?? 0) + 1
        visit = Visit(who: who, number: number)
        for part in Part.allCases { expect(part) }
    }

    /// Returns the missing parts to request again, with a new ``visit``; loaded parts stay.
    public mutating func retry() -> [Part] {
        guard let visit else { return [] }
        let missing = Part.allCases.filter { part in
            switch part {
            case .profile: Self.isMissing(profile)
            case .manager: Self.isMissing(manager)
            case .directReports: Self.isMissing(directReports)
            case .photo: Self.isMissing(photo)
            }
        }
        guard !missing.isEmpty else { return [] }
        self.visit = Visit(who: visit.who, number: visit.number + 1)
        for part in missing { expect(part) }
        return missing
    }

    /// Stores the result for one part.
    public mutating func take(_ answer: Answer, for visit: Visit) {
        guard visit == self.visit else { return }
        switch answer {
        case .profile(let phase): profile = phase
        case .manager(let phase): manager = phase
        case .directReports(let phase): directReports = phase.content == [] ? .empty : phase
        case .photo(let phase): photo = phase
        }
    }

    private mutating func expect(_ part: Part) {
        switch part {
        case .profile: profile = .busy
        case .manager: manager = .busy
        case .directReports: directReports = .busy
        case .photo: photo = .busy
        }
    }

    private static func isMissing(_ phase: Phase<some Sendable & Hashable>) -> Bool {
        phase.content == nil && phase != .empty
    }
}
