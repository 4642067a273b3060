// SPDX-License-Identifier: Apache-2.0
package import OAuth

extension RedirectTarget {
    /// The mode that a request asks for, whether or not it is granted: errors travel in it too.
    ///
    /// A mode that cannot be had is told of in the usual one.
    package static func mode(of parameters: FormParameters, to redirectURI: RedirectURI) -> ResponseMode {
        let usual = (parameters["response_type"].flatMap(ResponseType.init) ?? .code).usualMode
        guard let asked = parameters["response_mode"].flatMap(ResponseMode.init), asked != .query else { return usual }
        let isWeb = ["http", "https"].contains(redirectURI.scheme)
        return asked == .formPost && !isWeb ? usual : asked
    }
}
