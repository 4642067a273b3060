// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

extension ServerError {
    /// Creates an error from an error response.
    ///
    /// A response without an error code gets the code `unspecified`.
    ///
    /// RFC 6749 §5.2
    public init(status: Int, body: Data) {
        let wire: Wire? = try? ForeignJSON.decode(from: body)
        let code = wire?.error.map(Code.init(rawValue:)) ?? .unspecified
        self.init(
            code, providerDescription: wire?.providerDescription, errorURI: wire?.errorURI, status: status,
            suberror: wire?.suberror, claims: wire?.claims, numbers: wire?.numbers ?? [])
        let said = Trace(in: wire?.providerDescription ?? "")
        trace = Trace(
            correlationID: wire?.correlationID ?? said.correlationID, traceID: wire?.traceID ?? said.traceID,
            timestamp: wire?.timestamp ?? said.timestamp)
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

    private struct Wire: Decodable {
        let error: String?
        let providerDescription: String?
        let errorURI: String?
        let suberror: String?
        let claims: String?
        let numbers: [Int]?
        let correlationID: String?
        let traceID: String?
        let timestamp: String?

        /// Ignores an empty member, and one of the wrong type: the code must stay readable.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? {
                try? container.optional(key)
            }
            error = text(.error)
            providerDescription = text(.providerDescription)
            errorURI = text(.errorURI)
            suberror = text(.suberror)
            claims = text(.claims)
            numbers = try? container.decodeIfPresent([Int].self, forKey: .numbers)
            correlationID = text(.correlationID)
            traceID = text(.traceID)
            timestamp = text(.timestamp)
        }

        enum CodingKeys: String, CodingKey {
            case error, suberror, claims, timestamp
            case providerDescription = "error_description"
            case errorURI = "error_uri"
            case numbers = "error_codes"
            case correlationID = "correlation_id"
            case traceID = "trace_id"
        }
    }
}
