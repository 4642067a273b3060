// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import HTTPMessages

extension TransportError {
    /// What libcurl says, for a debugger.
    struct CurlFailure: Error, CustomStringConvertible {
        let code: UInt32
        let description: String
    }

    /// The verdicts of OpenSSL for a certificate that is trusted and for another host: none, unspecified, mismatch.
    ///
    /// One code of libcurl stands for both mistakes.
    private static let noVerdicts = [0, 1, 62]

    /// The transport's error for a code of libcurl.
    static func explaining(_ code: CURLcode, of easy: UnsafeMutableRawPointer, _ order: CurlOrder) -> TransportError {
        let place = order.request.placeWithoutQuery
        let cause = CurlFailure(code: code.rawValue, description: String(cString: ccurl_message(code)))
        let refusal = ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE)
        if order.proxy != nil, refusal != 0, !(200..<300).contains(refusal) {
            return TransportError(.unreachable, "the proxy refuses the way to \(place) with \(refusal)", cause: cause)
        }
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return TransportError(.timedOut, "no complete response from \(place) in time", cause: cause)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND:
            return order.lost("closed the connection before it responded", cause: cause)
        case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return order.lost("closed the connection before the end of its response", cause: cause)
        case CURLE_SSL_CONNECT_ERROR:
            return order.lost("does not respond with TLS", cause: cause)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            let verdict = ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT)
            let isOther = noVerdicts.contains(verdict)
            let why = isOther ? "is for another host" : "is not trusted here"
            return TransportError(.untrusted, "the certificate of \(order.request.server) \(why)", cause: cause)
        case CURLE_SSL_CACERT_BADFILE:
            if case .folder(_, let file?) = order.security?.roots { return TrustedRoots.unreadable(file) }
            return TransportError(.untrusted, "the certificate authorities cannot be read", cause: cause)
        case CURLE_SSL_CERTPROBLEM:
            return TransportError(.unusableIdentity, "the client's certificate cannot be presented", cause: cause)
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
            return TransportError(.unusableTarget, "the URL of a request cannot be read", cause: cause)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return TransportError(
                .unreachable, "no response from \(place); check the connection and the address", cause: cause)
        default:
            // Many codes, which differ from version to version.
            return order.lost("does not respond with HTTP", cause: cause)
        }
    }
}
#endif
