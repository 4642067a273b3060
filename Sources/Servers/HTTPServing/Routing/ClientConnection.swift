// SPDX-License-Identifier: Apache-2.0
import HTTPListening
package import PortableFoundation

/// The connection of a request, for work that ends when the client closes it.
///
/// ```swift
/// router.get("report") { _, context in
///     try await context.connection.cancellingWhenClosed { try await makeReport() }
/// }
/// ```
public struct ClientConnection: Sendable {
    private enum Kind: Sendable {
        case network(any ByteStream)
        case inProcess(certificate: Data?)
    }

    private let kind: Kind

    init(_ peer: any ByteStream) { kind = .network(peer) }

    init(certificate: Data? = nil) { kind = .inProcess(certificate: certificate) }

    /// The certificate that the client presented, in DER, whose private key the TLS handshake proves.
    ///
    /// The chain is not validated: the caller must decide whether to trust the certificate.
    package func clientCertificate() -> Data? {
        switch kind {
        case .network(let peer): peer.peerCertificate.map { Data($0) }
        case .inProcess(let certificate): certificate
        }
    }

    /// Runs work, and cancels it when the client closes its side of the connection.
    ///
    /// In process, there is no connection, so only cancellation of the task itself cancels the work.
    ///
    /// - Throws: `CancellationError` if the client closed the connection; the errors of the work.
    public func cancellingWhenClosed<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard case .network(let peer) = kind else { return try await work() }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await work() }
            group.addTask {
                await peer.hangUp()
                throw CancellationError()
            }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
