// SPDX-License-Identifier: Apache-2.0
import OAuth

/// An error that is only shown on a page, because no valid redirect URI is known.
///
/// RFC 6749 §4.1.2.1
package struct StandardProblem: Error, Sendable {
    package let title: String
    package let error: StandardError
    /// Values that help to find the cause, with a label each.
    var facts: [(label: String, values: [String])] = []
    package let hint: String

    package init(title: String, error: StandardError, facts: [(label: String, values: [String])] = [], hint: String) {
        (self.title, self.error, self.facts, self.hint) = (title, error, facts, hint)
    }

    static let unreadable = StandardProblem(
        title: "The request cannot be understood",
        error: .malformed("The parameters are not percent-encoded UTF-8, or one of them stands there twice."),
        hint: "Send every parameter once, percent-encoded as UTF-8.")

    static let noPage = StandardProblem(
        title: "This sign-in needs a page", error: .malformed("The request came from a frame, an image or a script."),
        hint: "Open the address in a tab or a window; a frame can ask with prompt=none only.")

    static let tooLong = StandardProblem(
        title: "The request is too long", error: .requestTooLong,
        hint: "Put a short key into state, and what belongs to it into the app's own session.")

    static let noInteraction = StandardProblem(
        title: "This page belongs to a sign-in",
        error: .malformed("The sign-in is over, or it took too long."),
        hint: "Go back to the app and start the sign-in again.")

    static let unusablePushedRequest = StandardProblem(
        title: "The app's request is not there any more",
        error: StandardError(
            .invalidRequestURI, "The request_uri is unknown, used up, too old or not for this client."),
        hint: "Go back to the app and start again: a pushed request lives \(Int(PushedRequests.lifetime)) seconds, "
            + "and opens one sign-in.")

    static func unknownClient(known: [StandardClient]) -> StandardProblem {
        StandardProblem(
            title: "No such client is registered here",
            error: .malformed("The parameter client_id is missing, or names nobody."),
            facts: [
                (
                    "Registered clients",
                    known.filter { !$0.metadata.redirectURIs.isEmpty }.map { "\($0.name): \($0.id)" }
                )
            ],
            hint: "Use one of these client ids in the app's settings.")
    }

    static func redirectMismatch(_ client: StandardClient) -> StandardProblem {
        StandardProblem(
            title: "The app asks for its answer at an unknown address",
            error: .malformed("The redirect_uri is missing, or not registered for this client."),
            facts: [("Client", [client.name, client.id]), ("Registered redirect URIs", client.metadata.redirectURIs)],
            hint: "Send a redirect_uri that is registered, to the letter; only the port on loopback is free. "
                + "If you did not start this sign-in yourself, close this page.")
    }
}
