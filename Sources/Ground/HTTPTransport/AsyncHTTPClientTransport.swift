// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL

/// The transport on Linux.
struct AsyncHTTPClientTransport: Transport {
    private let connections: HTTPConnections
    private let limits: TransportLimits

    init(limits: TransportLimits, environment: [String: String] = ProcessInfo.processInfo.environment) {
        connections = HTTPConnections(environment: environment)
        self.limits = limits
    }

    func shutDown() async throws { try await connections.shutDown() }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let address = try request.absoluteAddress()
        let client = try connections.client(for: request.scheme)
        var outgoing = HTTPClientRequest(url: request.addressWithoutLocalNames ?? address)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields {
            outgoing.headers.add(name: field.name.canonicalName, value: field.value)
        }
        if let authority = request.authority { outgoing.headers.replaceOrAdd(name: "Host", value: authority) }
        if !body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            return try await withDeadline(limits.deadline, naming: request) { [outgoing] in
                try await perform(outgoing, by: client)
            }
        } catch {
            throw TransportError.explaining(error, request: request)
        }
    }

    private func perform(_ outgoing: HTTPClientRequest, by client: HTTPClient) async throws -> TransportResponse {
        let deadline = NIODeadline.now() + TimeAmount(limits.deadline)
        let response = try await client.execute(outgoing, deadline: deadline)
        var head = HTTPResponse(
            status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        var content = Data()
        for try await chunk in response.body {
            guard content.count + chunk.readableBytes <= limits.maximumResponseBytes else {
                throw TransportError(
                    .responseTooLarge, "the response is longer than \(limits.maximumResponseBytes) bytes")
            }
            content.append(contentsOf: chunk.readableBytesView)
        }
        return TransportResponse(head: head, body: content)
    }
}

extension TransportError {
    private static let timeouts: [HTTPClientError] = [
        .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
    ]

    /// The transport's error for an error of the client library.
    static func explaining(_ error: any Error, request: HTTPRequest) -> any Error {
        let place = request.placeWithoutQuery
        switch error {
        case is TransportError: return error
        case is CancellationError: return error
        case let error as HTTPClientError where error == .cancelled: return CancellationError()
        case let error as HTTPClientError where timeouts.contains(error):
            return TransportError(.timedOut, "no complete answer from \(place) in time", cause: error)
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            return TransportError(.connectionLost, "\(place) closed the connection before answering", cause: error)
        case let error as NIOSSLError where error.isAboutTrust:
            return TransportError(.untrusted, "the certificate of \(request.server) is not trusted here", cause: error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return TransportError(.untrusted, "the certificate of \(request.server) is for another host", cause: error)
        case is NIOSSLError:
            return TransportError(.connectionLost, "\(place) does not answer in TLS", cause: error)
        case is HTTPParserError:
            return TransportError(.connectionLost, "\(place) does not answer in HTTP", cause: error)
        default:
            return TransportError(
                .unreachable, "no answer from \(place); check the connection and the address", cause: error)
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
