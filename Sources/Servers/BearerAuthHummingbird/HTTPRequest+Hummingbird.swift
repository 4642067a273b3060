// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
import BearerAuth
import HTTPMessages
import HTTPTypes

extension HTTPMessages.HTTPRequest {
    /// Creates the same request, with all fields in their order.
    ///
    /// Control characters in a value become spaces.
    ///
    /// - Throws: `BearerChallenge` (400) for a method or a name that is not a token. RFC 9110 §5.6.2
    init(_ head: HTTPTypes.HTTPRequest) throws(BearerChallenge) {
        let malformed = BearerChallenge(.requestMalformed)
        guard let method = Method(head.method.rawValue) else { throw malformed }
        self.init(method: method, scheme: head.scheme, authority: head.authority, path: head.path)
        for field in head.headerFields {
            // A field that was left out might be a second token.
            guard let name = HTTPMessages.HTTPField.Name(field.name.rawName) else { throw malformed }
            headerFields.append(HTTPMessages.HTTPField(name: name, value: field.value))
        }
    }
}
#endif
