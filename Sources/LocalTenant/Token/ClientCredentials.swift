// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import OAuth

/// What a client says of itself at a token endpoint, before anybody believes it.
///
/// RFC 6749 §2.3.1: the secret stands in the form or in `Authorization: Basic`.
struct ClientCredentials: Sendable {
    /// The client id; `nil` if there is none.
    let id: String?
    /// The secret; empty if there is none.
    let secret: String

    /// Finds id and secret in a request.
    ///
    /// - Throws: `RequestRefusal` if they stand in both places or cannot be read; `Refusal` if a parameter stands
    ///   twice.
    init(_ form: FormParameters, _ fields: HTTPFields) throws {
        let inForm = try (id: form.once("client_id"), secret: form.once("client_secret") ?? "")
        let inField = try Self.basic(fields[.authorization])
        if let inField {
            guard inForm.id == nil || inForm.id == inField.id, inForm.secret.isEmpty else {
                throw RequestRefusal(.contentMalformed, "the client presents itself in two ways")
            }
        }
        id = (inField?.id ?? inForm.id).flatMap { $0.isEmpty ? nil : $0 }
        secret = inField?.secret ?? inForm.secret
    }

    /// The client id of an `Authorization` field alone; `nil` if there is none, or none that can be read.
    static func id(in fields: HTTPFields) -> String? { (try? basic(fields[.authorization]))?.id }

    /// Id and secret of a field, both form-encoded within it; `nil` without a field.
    private static func basic(_ field: String?) throws -> (id: String, secret: String)? {
        guard let field else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: parts[1].trimmingCharacters(in: .whitespaces)),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":"),
            let id = decoded(text[..<colon]), let secret = decoded(text[text.index(after: colon)...])
        else { throw RequestRefusal(.contentMalformed, "the Authorization field holds no client id and secret") }
        return (id, secret)
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
