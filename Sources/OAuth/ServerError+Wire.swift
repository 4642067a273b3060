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
        self.init(
            code, errorDescription: wire?.errorDescription, errorURI: wire?.errorURI, status: status,
            suberror: wire?.suberror, claims: wire?.claims)
        if status == 429 || status >= 500, code == .unspecified { nextAction = .retry(after: nil) }
    }

    private struct Wire: Decodable {
        let error: String?
        let errorDescription: String?
        let errorURI: String?
        let suberror: String?
        let claims: String?

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
        }

        enum CodingKeys: String, CodingKey {
            case error, suberror, claims
            case errorDescription = "error_description"
            case errorURI = "error_uri"
        }
    }
}
