// SPDX-License-Identifier: Apache-2.0
public import MicrosoftGraph
import OAuthMessages
public import PortableFoundation

/// A person in one line: name, position, and initials.
public struct PersonSummary: Sendable, Hashable {
    /// The name, or the text for a missing one.
    public let name: String
    /// The position and the department, else the email address or the user name; empty without any of them.
    public let detail: String
    /// The first letters of the first and last word of the name, shown until a photo arrives.
    public let initials: String

    /// Describes a person in one language.
    public init(_ person: Person, in texts: Texts) {
        name = person.displayName.flatMap { $0.isEmpty ? nil : $0 } ?? texts.person.withoutName
        let position = [person.jobTitle, person.department].compactMap(\.self).filter { !$0.isEmpty }
        detail =
            position.isEmpty ? person.mail ?? person.userPrincipalName ?? "" : position.joined(separator: " · ")
        let words = (person.displayName ?? "").split(whereSeparator: \.isWhitespace)
        initials = String([words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }).uppercased()
    }
}

/// A fact on a person's page, such as a phone number.
public struct PersonFact: Sendable, Hashable {
    /// The label.
    public let label: String
    /// The value; never empty.
    public let value: String
    /// The URL that calls or writes to the person; `nil` for other facts.
    public let link: String?
    /// The link as a URL.
    public var address: URL? { link.flatMap(URL.init(string:)) }

    private init?(_ label: String, _ value: String?, link: ((String) -> String?)? = nil) {
        guard let value, !value.isEmpty else { return nil }
        (self.label, self.value, self.link) = (label, value, link?(value))
    }

    /// The position, the department, and the office.
    public static func work(of person: Person, in texts: Texts) -> [PersonFact] {
        let words = texts.person
        return [
            PersonFact(words.jobTitle, person.jobTitle), PersonFact(words.department, person.department),
            PersonFact(words.office, person.officeLocation),
        ].compactMap(\.self)
    }

    /// The ways to contact a person, email first.
    public static func contact(of person: Person, in texts: Texts) -> [PersonFact] {
        let words = texts.person
        let phones = (person.businessPhones ?? []).map { PersonFact(words.businessPhone, $0, link: call) }
        let mail = PersonFact(words.mail, person.mail, link: write)
        let mobile = PersonFact(words.mobilePhone, person.mobilePhone, link: call)
        return ([mail] + phones + [mobile, PersonFact(words.userName, person.userPrincipalName)]).compactMap(\.self)
    }

    /// RFC 3966 allows only these characters.
    private static func call(_ number: String) -> String? {
        let digits = number.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
        return digits.isEmpty ? nil : "tel:\(digits)"
    }

    /// RFC 6068.
    private static func write(_ address: String) -> String {
        "mailto:" + FormParameters.encoded(address).replacing("%40", with: "@")
    }
}
