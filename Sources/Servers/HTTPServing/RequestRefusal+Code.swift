// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

extension RequestRefusal {
    /// The checks, one case each.
    package enum Code: String, Sendable, CaseIterable {
        /// The request is for a host name that this server does not answer to.
        case hostNotAllowed
        /// The request has several `Host` fields.
        case hostRepeated
        /// The content is longer than the server reads.
        case contentTooLarge
        /// The content has a media type that the server does not read.
        case contentTypeUnsupported
        /// The content is not what its media type says.
        case contentMalformed
        /// The browser says that another site sent the form.
        case formFromAnotherSite
        /// The form was sent from a page of another origin.
        case formFromAnotherOrigin
        /// The browser did not send the cookie that the form's token belongs to.
        case formCookieMissing
        /// The form carries no token, or one that belongs to another browser or page.
        case formTokenMismatch

        /// The status that says the same to programs. RFC 9110 §15.5
        package var status: HTTPResponse.Status {
            switch self {
            case .hostNotAllowed: .misdirectedRequest
            case .contentTooLarge: .contentTooLarge
            case .contentTypeUnsupported: .unsupportedMediaType
            case .hostRepeated, .contentMalformed: .badRequest
            case .formFromAnotherSite, .formFromAnotherOrigin, .formCookieMissing, .formTokenMismatch:
                .forbidden
            }
        }
    }
}
