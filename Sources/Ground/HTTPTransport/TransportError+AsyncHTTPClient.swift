// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

extension TransportError {
    private static let timeouts: [HTTPClientError] = [
        .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
    ]

    /// The transport's error for an error of the client library.
    static func explaining(_ error: any Error, request: HTTPRequest) -> any Error {
        let place = request.placeWithoutQuery
        switch error {
        case is TransportError, is PeerRule.Violation: return error
        case is CancellationError: return error
        case let error as UploadedChunks.ContentError: return error.cause
        case let error as HTTPClientError where error == .cancelled: return CancellationError()
        case let error as HTTPClientError where timeouts.contains(error):
            return TransportError(.timedOut, "no complete response from \(place) in time", cause: error)
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            return TransportError(.connectionLost, "\(place) closed the connection before it responded", cause: error)
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode):
            return TransportError(.connectionLost, "\(place) closed the connection before it responded", cause: error)
        case let error as NIOSSLError where error.isAboutTrust:
            return TransportError(.untrusted, "the certificate of \(request.server) is not trusted here", cause: error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return TransportError(.untrusted, "the certificate of \(request.server) is for another host", cause: error)
        case is NIOSSLError:
            return TransportError(.connectionLost, "\(place) does not respond with TLS", cause: error)
        case is HTTPParserError:
            return TransportError(.connectionLost, "\(place) does not respond with HTTP", cause: error)
        case NIOHTTPDecompression.DecompressionError.limit:
            return TransportError(
                .responseTooLarge, "the content from \(place) is too long when it is decompressed", cause: error)
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            return TransportError(
                .connectionLost, "the content from \(place) is not compressed correctly", cause: error)
        default:
            return TransportError(
                .unreachable, "no response from \(place); check the connection and the address", cause: error)
        }
    }
}

extension NIOSSLError {
    /// Whether a handshake failed because of the certificate; BoringSSL reports this only in text.
    fileprivate var isAboutTrust: Bool {
        guard case .handshakeFailed(let reason) = self else { return false }
        return "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
    }
}
#endif
