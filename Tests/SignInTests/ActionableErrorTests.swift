// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftGraph
import SignInTesting

@testable import BearerAuth

@Suite struct ActionableErrorTests {
    struct Offline: Error {}

    static let rows: [(any ActionableError, String, NextAction)] = [
        (Refusal(.signInRequired, "nobody is signed in"), "Nobody is signed in.", .signInAgain),
        (Refusal(.expired, "the token ended"), "The token ended.", .setClock),
        (Refusal(.registrationMalformed, "no address"), "No address.", .correctRegistration),
        (Refusal(.keySetMalformed, "no keys"), "No keys.", .retry(after: nil)),
        (Refusal(.userDataTooLarge, "too much"), "Too much.", .none),
        (Refusal(.audienceMismatch, "another app"), "Another app.", .correctRegistration),
        (Refusal(.scopeNotGranted, "less"), "Less.", .consent([])),
        (Refusal(.directoryNotAdmitted, "not theirs"), "Not theirs.", .chooseAccount),
        (Refusal(.tokenResponseMalformed, "no JSON"), "No JSON.", .none),
        (Refusal(.nonceMismatch, "another sign-in"), "Another sign-in.", .signInAgain),
        (Refusal(.init(rawValue: "of tomorrow"), "why?"), "Why?", .signInAgain),
        (ServerError(.consentRequired), "The provider returned: consent_required.", .consent([])),
        (
            ServerError(.invalidGrant, providerDescription: "AADSTS1: No.\r\nTrace ID: 1"),
            "The provider returned: AADSTS1: No.", .signInAgain
        ),
        (ServerError(status: 503, body: Data()), "The provider returned 503 without a reason.", .retry(after: nil)),
        (TransportError(.timedOut, "no answer"), "No answer.", .retry(after: nil)),
        (TransportError(.untrusted, "another host"), "Another host.", .correctRegistration),
        (TransportError(.responseTooLarge, "too long"), "Too long.", .none),
        (TransportError(.outOfResources, "no memory"), "No memory.", .retry(after: nil)),
        (AccountStorageError(.busy, "held"), "Held.", .retry(after: nil)),
        (AccountStorageError(.damaged, "no account"), "No account.", .signInAgain),
        (AccountStorageError(.keyMissing, "no key"), "No key.", .repairStorage),
        (GraphError(status: 401, code: "x", message: "no"), "No.", .signInAgain),
        (
            GraphError(status: 403, code: "x", message: "no", missingPermission: .userReadAll), "No.",
            .consent(["User.Read.All"])
        ),
        (GraphError(status: 403, code: "x", message: "no"), "No.", .askAdministrator),
        (GraphError(status: 429, code: "x", message: "slow"), "Slow.", .retry(after: nil)),
        (GraphError(status: 404, code: "x", message: "no"), "No.", .none),
        (BearerChallenge(.tokenRefused("the token ended")), "The token ended.", .signInAgain),
        (BearerChallenge(.scopeMissing("a")), "The token lacks the scope a; request it at sign-in.", .consent(["a"])),
        (
            ProviderUnavailable(cause: Offline()),
            "The identity provider's metadata or keys cannot be fetched; try again later.", .retry(after: nil)
        ),
    ]

    @Test(arguments: rows.indices) func `an error is a sentence that names a remedy`(_ row: Int) {
        let (error, sentence, action) = Self.rows[row]
        #expect((error as any Error).localizedDescription == sentence)
        #expect(error.nextAction == action)
    }

    @Test func `a code matches its own errors, and no other`() {
        func name(_ error: any Error) -> String {
            switch error {
            case Refusal.Code.signInRequired: "sign in"
            case ServerError.Code.invalidGrant: "grant"
            case TransportError.Code.timedOut: "late"
            case AccountStorageError.Code.busy: "busy"
            default: "other"
            }
        }
        let named: [(any Error, String)] = [
            (Refusal(.signInRequired, ""), "sign in"), (Refusal(.expired, ""), "other"),
            (ServerError(.invalidGrant), "grant"), (ServerError(.invalidClient), "other"),
            (TransportError(.timedOut, ""), "late"), (TransportError(.untrusted, ""), "other"),
            (AccountStorageError(.busy, ""), "busy"), (AccountStorageError(.damaged, ""), "other"),
            (Offline(), "other"),
        ]
        for (error, expected) in named { #expect(name(error) == expected) }
    }
}
