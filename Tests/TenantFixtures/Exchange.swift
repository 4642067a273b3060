// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuthMessages

struct Exchange: Sendable {
    let request: HTTPRequest
    let content: Data
    let answer: Answer
    /// Whether the tenant sent the request.
    var isOutgoing = false

    var path: String { String((request.path ?? "/").prefix { $0 != "?" }) }

    var query: FormParameters { Self.parameters(of: request.path ?? "") }

    /// The content as a form; empty for any other.
    var form: FormParameters {
        guard request.headerFields[.contentType] == "application/x-www-form-urlencoded" else { return [:] }
        return FormParameters(encoded: String(decoding: content, as: UTF8.self)) ?? [:]
    }

    /// The parameters after the first `?` of an address.
    static func parameters(of address: String) -> FormParameters {
        guard let mark = address.firstIndex(of: "?") else { return [:] }
        return FormParameters(encoded: address[address.index(after: mark)...]) ?? [:]
    }
}
