// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages

extension HTTPRequest {
    /// The same request with an access token.
    ///
    /// libcurl lets no header table on the way keep this field. RFC 6750 §2.1, RFC 7541 §7.1.3, RFC 9449 §7.1
    package func authorized(by token: Redacted<String>, scheme: String = "Bearer") -> HTTPRequest {
        var request = self
        request.headerFields[.authorization] = "\(scheme) \(token.revealed)"
        return request
    }
}
