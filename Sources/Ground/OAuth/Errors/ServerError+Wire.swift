// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension ServerError {
    /// Reads an error response.
    ///
    /// A reply that names no error is still one, with the code `unspecified`.
    ///
    /// RFC 6749 §5.2
    public init(status: Int, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        let code = wire?.error.map(Code.init(rawValue:)) ?? .unspecified
        let said = Trace(in: wire?.errorDescription ?? "")
        self.init(
            code, errorDescription: wire?.errorDescription, errorURI: wire?.errorURI, status: status,
            suberror: wire?.suberror, claims: wire?.claims, numbers: wire?.numbers ?? [],
            trace: Trace(
                correlationID: wire?.correlationID ?? said.correlationID, traceID: wire?.traceID ?? said.traceID,
                timestamp: wire?.timestamp ?? said.timestamp))
        // Nobody pressed Cancel in a response: RFC 6749 §5.2 has no such code, and a provider that sends it all the
        // same said no by itself.
        if self.code == .accessDenied { nextAction = .signInAgain }
        // Too many requests, under whatever code. RFC 6585 §4
        if status == 429 { nextAction = .retry(after: nil) }
        guard self.code == .unspecified else { return }
        switch status {
        // A proxy wants to know who asks, or a network wants people to sign in to it first: RFC 9110 §15.5.8 and
        // RFC 6585 §6. No provider answers so.
        case 407, 511: nextAction = .checkConnection
        case 500...: nextAction = .retry(after: nil)
        default: break
        }
    }

    private struct Wire: Decodable {
        let error: String?
        let errorDescription: String?
        let errorURI: String?
        let suberror: String?
        let claims: String?
        let numbers: [Int]?
        let correlationID: String?
        let traceID: String?
        let timestamp: String?

        /// A member of another type is as good as missing: it must not hide the code.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? {
                try? container.decodeIfPresent(String.self, forKey: key)
            }
            error = text(.error)
            errorDescription = text(.errorDescription)
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
            case errorDescription = "error_description"
            case errorURI = "error_uri"
            case numbers = "error_codes"
            case correlationID = "correlation_id"
            case traceID = "trace_id"
        }
    }
}
