// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
public import PortableFoundation

/// An error from a provider, with its members unchanged.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch ServerError.Code.accessDenied {
///     await show("You can sign in later.")
/// } catch let error as ServerError where error.nextAction == .askAdministrator {
///     await show("Please show this to your administrator: \(error.message)")
/// }
/// ```
///
/// RFC 6749 §4.1.2.1 and §5.2
public struct ServerError: Error, Sendable {
    /// The provider's error code.
    public var code: Code
    /// The provider's description, for the user or the log.
    public var providerDescription: String?
    /// The URL of the provider's page about the error.
    public var errorURI: String?
    /// The HTTP status; `nil` if the error came in a redirect.
    public var status: Int?
    /// The endpoint that sent the response; `nil` if the error came in a redirect.
    public var endpoint: URL?
    /// A more specific reason, which Microsoft's providers send.
    public var suberror: String?
    /// The claims that the next sign-in must satisfy, which Microsoft's providers send.
    public var claims: String?
    /// The provider's error numbers, which Microsoft's providers send.
    public var numbers: [Int]
    package var trace: Trace
    /// The action that can help.
    public var nextAction: NextAction

    /// Creates a server error.
    ///
    /// By default, `nextAction` follows from the code. The IDs come from the description.
    public init(
        _ code: Code, providerDescription: String? = nil, errorURI: String? = nil, status: Int? = nil,
        suberror: String? = nil, claims: String? = nil, numbers: [Int] = [], nextAction: NextAction? = nil
    ) {
        self.code = Self.isCode(code.rawValue) ? code : .unspecified
        let providerDescription = providerDescription.map { String($0.prefix(Self.longestDescription)) }
        self.providerDescription = providerDescription
        self.errorURI = errorURI
        self.status = status
        self.suberror = suberror
        self.claims = claims
        self.numbers = numbers
        trace = Trace(in: providerDescription ?? "")
        self.nextAction = nextAction ?? Self.allowed(self.code.nextAction, with: status)
    }

    /// Whether a name can be an error code, and not a text for users. RFC 6749 §5.2
    private static func isCode(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// Longer descriptions are cut: an attacker may have written the error in a redirect.
    private static let longestDescription = 4096

    /// The same error, without the secrets that a provider repeated in its texts.
    package func hiding(_ secrets: [String]) -> ServerError {
        var error = self
        for secret in secrets where secret.utf8.count >= 8 {
            error.providerDescription = error.providerDescription?.replacing(secret, with: "redacted")
            error.errorURI = error.errorURI?.replacing(secret, with: "redacted")
        }
        return error
    }

    /// The first line of the provider's description, without its support IDs.
    public var reason: String? {
        guard let line = providerDescription?.split(whereSeparator: \.isNewline).first else { return nil }
        let trace = Trace.labels.compactMap { line.firstRange(of: "\($0): ")?.lowerBound }.min()
        let reason = line[..<(trace ?? line.endIndex)].trimmed()
        return reason.isEmpty ? nil : reason.asForeignText(atMost: Self.longestDescription)
    }
}

extension ServerError: ActionableError {
    /// The first line of the provider's description, attributed to the provider; without one, the error code.
    ///
    /// Without an error code, the status and the endpoint replace it: the server may be another one than the provider.
    public var message: String {
        guard code == .unspecified else { return "the provider returned: \(reason ?? code.rawValue)" }
        let server = place.map { "the server at \($0)" } ?? "the provider"
        let answer = status.map { "\(server) returned \($0)" } ?? "\(server) returned an error"
        return reason.map { "\(answer): \($0)" } ?? "\(answer) without a reason"
    }
}

extension ServerError: CustomStringConvertible {
    /// The code, the first line of the provider's description, and the correlation ID for its support.
    ///
    /// Without an error code, the status and the endpoint replace it.
    public var description: String {
        let name = code == .unspecified ? circumstances : code.rawValue
        let words = reason.map { "\(name): \($0)" } ?? name
        return trace.correlationID.map { "\(words) (correlation id \($0))" } ?? words
    }

    private var circumstances: String {
        let place = place.map { " from \($0)" } ?? ""
        return status.map { "\(code.rawValue): status \($0)\(place)" } ?? code.rawValue + place
    }

    /// The endpoint without its query, which may hold secrets.
    private var place: String? { endpoint.map { String($0.absoluteString.prefix { $0 != "?" && $0 != "#" }) } }
}

extension ServerError {
    /// The ID shared by all requests of one sign-in, which the provider's support asks for first.
    public var correlationID: String? { trace.correlationID }
    /// The ID of this request, for the provider's support.
    public var traceID: String? { trace.traceID }
    /// The time of the request, by the provider's clock and in its format, such as `2016-01-09 02:02:12Z`.
    public var timestamp: String? { trace.timestamp }

    /// The ids by which the provider's support finds the request, or an administrator in the sign-in logs.
    ///
    /// Microsoft's providers send them as members of an error, at the end of its description, or both.
    package struct Trace: Sendable, Hashable {
        package var correlationID: String?
        package var traceID: String?
        package var timestamp: String?

        package init(correlationID: String? = nil, traceID: String? = nil, timestamp: String? = nil) {
            self.correlationID = correlationID.flatMap(Self.identifier)
            self.traceID = traceID.flatMap(Self.identifier)
            self.timestamp = timestamp.flatMap(Self.time)
        }

        /// Finds a trace at the end of a description, on separate lines or after spaces.
        init(in description: String) {
            func value(of label: String) -> String? {
                guard let start = description.ranges(of: "\(label): ").last?.upperBound else { return nil }
                return String(description[start...].prefix { !$0.isNewline })
            }
            func word(of label: String) -> String? {
                value(of: label)?.split(separator: " ", maxSplits: 1).first.map(String.init)
            }
            self.init(
                correlationID: word(of: "Correlation ID"), traceID: word(of: "Trace ID"),
                timestamp: value(of: "Timestamp"))
        }

        static let labels = ["Trace ID", "Correlation ID", "Timestamp"]

        /// Apps print ids beside our own words, so an id must not look like a word.
        private static func identifier(_ text: String) -> String? {
            text.wholeMatch(of: #/[0-9A-Za-z-]{1,64}/#).map { String($0.0) }
        }

        private static func time(_ text: String) -> String? {
            text.prefixMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.]{5,15}Z/#).map { String($0.0) }
        }
    }
}

extension Duration {
    /// The seconds for `Retry-After`, rounded up: an earlier request would be rejected again. RFC 9110 §10.2.3
    package var secondsRoundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

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
        // it here has refused without the user.
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

    /// Whether the failure may soon pass, whatever the content says: an overloaded gateway can respond in JSON, too.
    ///
    /// RFC 9110 §15.5.9 and §15.6, RFC 8470 §5.2, RFC 6585 §4
    package static func isTemporary(_ status: Int) -> Bool { [408, 425, 429].contains(status) || status >= 500 }

    package var isTemporary: Bool { status.map(Self.isTemporary) ?? false }

    /// Whether the status alone determines the action; the code is then not about the request. RFC 9110 §15.5.8
    package var isDecidedByStatus: Bool { isTemporary || status == 407 }

    /// Whether an OAuth error with this status may end something, such as a sign-in. RFC 6749 §5.2
    ///
    /// With any other status, an intermediary may have responded; some plain OAuth providers return 200.
    package var carriesOAuthError: Bool { [nil, 200, 400, 401].contains(status) }

    /// The action for an error with this status: where the sign-in has not ended, another one is no remedy.
    ///
    /// Some providers send the errors of a code or of a device code with status 200, which no intermediary does.
    package static func allowed(_ action: NextAction, with status: Int?) -> NextAction {
        action == .signInAgain && ![nil, 200, 400, 401].contains(status) ? .checkConnection : action
    }
}
