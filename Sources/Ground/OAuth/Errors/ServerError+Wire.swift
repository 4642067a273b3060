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
        if self.code == .accessDenied { nextAction = .signInAgain }
        // Too many requests, with any code. RFC 6585 §4
        if status == 429 { nextAction = .retry(after: nil) }
        guard self.code == .unspecified else { return }
        switch status {
        // A proxy requires its own authentication (RFC 9110 §15.5.8), or a network requires a sign-in (RFC 6585 §6). No
        // provider sends these.
        case 407, 511: nextAction = .checkConnection
        case 500...: nextAction = .retry(after: nil)
        default: break
        }
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

        /// Ignores a member of the wrong type: the code must stay readable.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? {
                try? container.decodeIfPresent(String.self, forKey: key)
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
