// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// The access token of a request: in the field `Authorization`, or in a form.
///
/// RFC 6750 §2.1 and §2.2, RFC 9449 §7.1. Tokens in a query are ignored: logs contain addresses (RFC 9700 §4.3.2).
struct PresentedToken: Sendable {
    let token: String
    /// Whether the scheme is `DPoP`.
    let isBound: Bool

    /// Finds the token; `nil` if there is none.
    ///
    /// - Throws: ``StandardError`` (`invalid_request`) for several tokens, or a malformed one.
    init?(_ request: Request) async throws {
        let several = StandardError.malformed("Present one access token, in one way. RFC 6750 section 2")
        let fields = request.headers[values: .authorization]
        var inForm: String?
        if request.method == .post, let type = request.headers[.contentType],
            type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        {
            inForm = try await RequestContent(of: request).form().optional("access_token")
        }
        guard fields.count + (inForm == nil ? 0 : 1) <= 1 else { throw several }
        if let inForm {
            self.init(token: inForm, isBound: false)
            return
        }
        guard let field = fields.first else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
        guard let scheme = parts.first?.lowercased(), ["bearer", "dpop"].contains(scheme) else { return nil }
        guard parts.count == 2, !parts[1].isEmpty else { throw several }
        self.init(token: parts[1], isBound: scheme == "dpop")
    }

    private init(token: String, isBound: Bool) {
        self.token = token
        self.isBound = isBound
    }
}
