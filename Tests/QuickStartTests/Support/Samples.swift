// SPDX-License-Identifier: Apache-2.0
import Fixtures
import TaskListClient

@testable import MicrosoftGraph
@testable import SignIn

let offline = TransportError(.unreachable, "nobody answers at https://graph.example")
let signedOut = Refusal(.signInRequired, "no account is signed in")
let passwordForgotten = ServerError(
    .accessDenied, providerDescription: "AADB2C90118: The user has forgotten their password.",
    nextAction: .resetPassword)
let cancelledThere = ServerError(
    .accessDenied, providerDescription: "AADB2C90091: The user has cancelled.", nextAction: .acceptCancellation)

func person(_ name: String) -> Person { Person(id: name, displayName: name) }

func task(_ text: String, completed: Bool = false) -> TaskItem {
    TaskItem(id: "id of \(text)", owner: "o", text: text, completed: completed, date: Date(timeIntervalSince1970: 0))
}

func account(_ name: String) -> Account {
    Account(
        id: Account.ID(rawValue: name), registration: "r",
        identity: Identity(issuer: "https://issuer.example", subject: name, claims: Claims(["name": .string(name)])),
        signedInAt: Date(timeIntervalSince1970: 0), needsSignIn: false, grantedScopes: [],
        grantedAuthorizationDetails: nil,
        userData: nil)
}

/// Like `#require`, for a mutating call, which the macro does not allow.
func required<Value>(_ value: Value?, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
    try #require(value, sourceLocation: sourceLocation)
}
