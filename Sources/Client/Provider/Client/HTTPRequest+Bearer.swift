// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuth

extension HTTPRequest {
    /// The same request with an access token, which no header table on the way may keep.
    ///
    /// RFC 6750 §2.1, RFC 7541 §7.1.3, RFC 9449 §7.1
    package func authorized(by token: Redacted<String>, scheme: String = "Bearer") -> HTTPRequest {
        var request = self
        let field = HTTPField(name: .authorization, value: "\(scheme) \(token.revealed)")
        request.headerFields[fields: .authorization] = [field]
        return request
    }
}
