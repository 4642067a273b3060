// SPDX-License-Identifier: Apache-2.0

/// Somebody as whom an app's authorization requests are answered at once, without any page.
public struct AutomaticSignIn: Sendable, Hashable, Codable {
    /// The app, by client id, or a client of the standard provider.
    public var clientID: String
    /// Who, by id or user name, or a customer's e-mail address.
    public var person: String
    /// Whether what the app asks for is agreed to, and written down; else the page asks.
    ///
    /// It is if nothing is said.
    public var consent: Bool?
    /// Whether the code of the second factor counts as typed; it does if it is not said.
    public var secondFactor: Bool?

    /// Whether what the app asks for is agreed to.
    package var agrees: Bool { consent ?? true }

    /// Whether the code counts as typed.
    package var countsSecondFactor: Bool { secondFactor ?? true }

    private enum CodingKeys: String, CodingKey {
        case clientID = "clientId"
        case person, consent, secondFactor
    }

    /// Creates a rule.
    public init(clientID: String, person: String, consent: Bool? = nil, secondFactor: Bool? = nil) {
        self.clientID = clientID
        self.person = person
        self.consent = consent
        self.secondFactor = secondFactor
    }
}

/// Every app whose people need no click.
public struct AutomaticSignInList: Sendable, Hashable, Codable {
    /// The rules, by client id.
    public let automaticSignIns: [AutomaticSignIn]

    package init(automaticSignIns: [AutomaticSignIn]) { self.automaticSignIns = automaticSignIns }
}
