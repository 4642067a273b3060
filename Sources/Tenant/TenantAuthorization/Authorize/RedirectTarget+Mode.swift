// SPDX-License-Identifier: Apache-2.0
package import OAuth

extension RedirectTarget {
    /// The response mode that a request asks for; errors use it too.
    ///
    /// A mode that cannot be granted falls back to the usual one.
    package static func mode(of parameters: FormParameters, to redirectURI: RedirectURI) -> ResponseMode {
        let usual = (parameters["response_type"].flatMap(ResponseType.init) ?? .code).usualMode
        guard let asked = parameters["response_mode"].flatMap(ResponseMode.init), asked != .query else { return usual }
        let isWeb = ["http", "https"].contains(redirectURI.scheme)
        return asked == .formPost && !isWeb ? usual : asked
    }
}
