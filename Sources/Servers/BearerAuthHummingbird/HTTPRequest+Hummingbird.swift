// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
import BearerAuth
import HTTPMessages
import HTTPTypes
import HummingbirdMessages

extension HTTPMessages.HTTPRequest {
    /// Replaces control characters in values with spaces; a method or name that is not a token throws. RFC 9110 §5.6.2
    init(_ head: HTTPTypes.HTTPRequest) throws(BearerChallenge) {
        guard let request = HTTPMessages.HTTPRequest(of: head) else { throw BearerChallenge(.requestMalformed) }
        self = request
    }
}
#endif
