// SPDX-License-Identifier: Apache-2.0

/// A rule that immediately answers an app's authorization requests for a person, without any page.
///
/// ```swift
/// let (app, person) = (tenant.registration.clientID, tenant.person.username)
/// let rule = AutomaticSignIn(clientID: app, person: person, consent: false)
/// try await tenant.signInAutomatically(rule)
/// ```
public struct AutomaticSignIn: Sendable, Hashable, Codable {
    /// The client ID of the app, or of a client of the standard provider.
    public var clientID: String
    /// The person's ID or user name, or a customer's email address.
    public var person: String
    /// Whether consent to the requested permissions is recorded, which is the default; otherwise the page asks for it.
    public var consent: Bool?
    /// Whether the second factor counts as done; the default is `true`.
    public var secondFactor: Bool?

    package var agrees: Bool { consent ?? true }
    package var countsSecondFactor: Bool { secondFactor ?? true }

    private enum CodingKeys: String, CodingKey {
        case clientID = "clientId"
        case person, consent, secondFactor
    }

    /// Creates a rule.
    public init(clientID: String, person: String, consent: Bool? = nil, secondFactor: Bool? = nil) {
        (self.clientID, self.person, self.consent, self.secondFactor) = (clientID, person, consent, secondFactor)
    }
}

/// The automatic sign-ins of all apps.
///
/// ```swift
/// let content = try await tenant.administration.send("GET", "automatic-sign-ins")
/// let list = try JSONDecoder().decode(AutomaticSignInList.self, from: content)
/// #expect(list.automaticSignIns.map(\.clientID) == [tenant.registration.clientID])
/// ```
public struct AutomaticSignInList: Sendable, Hashable, Codable {
    /// The rules, by client ID.
    public let automaticSignIns: [AutomaticSignIn]

    package init(automaticSignIns: [AutomaticSignIn]) { self.automaticSignIns = automaticSignIns }
}
