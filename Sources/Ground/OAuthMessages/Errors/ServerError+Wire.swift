// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
public import PortableFoundation

extension ServerError {
    /// Creates an error from an error response.
    ///
    /// A response without an error code gets the code `unspecified`.
    ///
    /// RFC 6749 §5.2
    public init(status: Int, body: Data) {
        let response = try? ForeignJSON(body)
        // A member of the wrong type counts as missing: the code must stay readable.
        func text(_ name: String) -> String? { try? response?.text(name) }
        self.init(
            text("error").map(Code.init(rawValue:)) ?? .unspecified, providerDescription: text("error_description"),
            errorURI: text("error_uri"), status: status, suberror: text("suberror"), claims: text("claims"),
            numbers: response?["error_codes"]?.array?.compactMap { $0.double.flatMap { Int(exactly: $0) } } ?? [])
        let said = Trace(in: text("error_description") ?? "")
        trace = Trace(
            correlationID: text("correlation_id") ?? said.correlationID, traceID: text("trace_id") ?? said.traceID,
            timestamp: text("timestamp") ?? said.timestamp)
        // A token response follows no page with a Cancel button. RFC 6749 §5.2 has no such code: a provider that sends
        // it here has refused without the person.
        if self.code == .accessDenied { nextAction = Self.allowed(.signInAgain, with: status) }
        switch status {
        // A proxy requires its own authentication (RFC 9110 §15.5.8), or a network requires a sign-in (RFC 6585 §6). No
        // provider sends these.
        case 407: nextAction = .checkConnection
        case 511 where self.code == .unspecified: nextAction = .checkConnection
        case _ where isTemporary: nextAction = .retry(after: nil)
        default: break
        }
    }

    /// Whether the failure may soon pass, whatever the content says: a gateway or a provider without capacity answers
    /// in JSON, too.
    ///
    /// RFC 9110 §15.5.9 and §15.6, RFC 8470 §5.2, RFC 6585 §4
    package static func isTemporary(_ status: Int) -> Bool { [408, 425, 429].contains(status) || status >= 500 }

    package var isTemporary: Bool { status.map(Self.isTemporary) ?? false }

    /// Whether the status alone says what to do; the code is then not about the request. RFC 9110 §15.5.8
    package var isDecidedByStatus: Bool { isTemporary || status == 407 }

    /// Whether an OAuth error with this status may end something, such as a sign-in.
    ///
    /// With any other, something in between may have answered; some plain OAuth providers answer with 200.
    ///
    /// RFC 6749 §5.2
    package var carriesOAuthError: Bool { [nil, 200, 400, 401].contains(status) }

    /// The action for an error with this status: where the sign-in has not ended, another one is no remedy.
    ///
    /// Some providers send the errors of a code or of a device code with status 200, which nothing in between does.
    package static func allowed(_ action: NextAction, with status: Int?) -> NextAction {
        action == .signInAgain && ![nil, 200, 400, 401].contains(status) ? .checkConnection : action
    }
}
