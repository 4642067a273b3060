// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import HTTPMessages

extension CURLcode {
    var message: String { curl.easy_strerror(self).map { String(cString: $0) } ?? "code \(rawValue)" }
}

extension TransportError {
    struct CurlFailure: Error, CustomStringConvertible {
        let code: UInt32
        let description: String
    }

    /// The results of OpenSSL for a trusted certificate of another host: none, unspecified, mismatch.
    ///
    /// libcurl has one code for it and for an untrusted certificate.
    private static let otherHostResults = [0, 1, 62]

    static func out(of resource: String) -> TransportError {
        TransportError(
            .outOfResources,
            "no \(resource) is left to send a request; end other programs, or raise the limits of this process")
    }

    static func refusingOption(_ code: CURLcode) -> TransportError {
        guard code != CURLE_OUT_OF_MEMORY else { return out(of: "memory") }
        return TransportError(
            .unusableTarget,
            "libcurl rejected part of the request: \(code.message); shorten the request, or install a later libcurl")
    }

    static func explaining(
        _ code: CURLcode, of easy: UnsafeMutableRawPointer, _ request: CurlRequest
    ) -> TransportError {
        let place = request.head.placeWithoutQuery
        let cause = CurlFailure(code: code.rawValue, description: code.message)
        let answer = ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE)
        if let failure = request.proxy?.failure(code, answering: Int(answer), toReach: place) {
            return TransportError(failure.code, failure.message, cause: cause)
        }
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            // The loop ends requests at their other limits.
            return TransportError(
                .timedOut, "no connection to \(place) within \(CurlOptions.connectTimeout) seconds", cause: cause)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND:
            return request.lost("closed the connection before it responded", cause: cause)
        case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return request.lost("closed the connection before the end of its response", cause: cause)
        case CURLE_SSL_CONNECT_ERROR:
            return request.lost("does not respond with TLS", cause: cause)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            let isForOtherHost = otherHostResults.contains(ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT))
            let defect = isForOtherHost ? "is for another host" : "is not trusted here"
            return TransportError(.untrusted, "the certificate of \(request.head.server) \(defect)", cause: cause)
        case CURLE_SSL_CACERT_BADFILE:
            if case .folder(_, let file?) = request.security?.roots { return TrustedRoots.unreadable(file) }
            return TransportError(.untrusted, "the certificate authorities cannot be read", cause: cause)
        case CURLE_SSL_CERTPROBLEM:
            return TransportError(.unusableIdentity, "the client's certificate cannot be presented", cause: cause)
        // 7.88 also returns it for a header line of more than 100 KB.
        case CURLE_OUT_OF_MEMORY where ccurl_number(easy, CURLINFO_REQUEST_SIZE) == 0: return out(of: "memory")
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
            return TransportError(.unusableTarget, "the URL of a request cannot be read", cause: cause)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return TransportError(
                .unreachable, "no response from \(place); check the connection and the address", cause: cause)
        default:
            // Many codes, which differ between versions.
            return request.lost("does not respond with HTTP", cause: cause)
        }
    }
}
#endif
