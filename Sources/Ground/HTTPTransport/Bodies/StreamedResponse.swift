// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
import PortableFoundation

/// A response head, with a body that is still arriving.
///
/// Read the body, or release the response to close its connection.
///
/// ```swift
/// let response = try await transport.stream(HTTPRequest(url: api.appending(path: "export")))
/// guard response.status == .ok else { return try await response.collect().body.count }
/// var lines = 0
/// for try await chunk in response.body { lines += chunk.count { $0 == UInt8(ascii: "\n") } }
/// ```
public struct StreamedResponse: Sendable {
    /// The status and header fields; they describe the body as it was before a transport decompressed it.
    public var head: HTTPResponse
    /// The body, which can be read once.
    public var body: ByteChunks

    /// Creates a response.
    public init(head: HTTPResponse, body: ByteChunks) {
        self.head = head
        self.body = body
    }

    /// Creates a response whose body is in memory.
    public init(_ response: TransportResponse) { self.init(head: response.head, body: ByteChunks(response.body)) }

    /// The status of the response.
    public var status: HTTPResponse.Status { head.status }

    /// The length of the body in bytes; `nil` if the server does not send it, or compressed the body. RFC 9110 §8.6
    public var length: Int64? {
        let coding = head.headerFields[.contentEncoding] ?? "identity"
        guard coding.lowercased() == "identity", let text = head.headerFields[.contentLength] else { return nil }
        return UInt64(digits: text.utf8).map(Int64.init)
    }

    /// Returns the same response with a body that reports how much of it has been read.
    ///
    /// The reports start with the first chunk; `report` must not block.
    public func reporting(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        let (body, length) = (body, length)
        let counted = ByteChunks(from: (iterator: body.makeAsyncIterator(), received: Int64(0))) { state in
            let chunk = try await state.iterator.next()
            state.received += Int64(chunk?.count ?? 0)
            report(TransferProgress(bytes: state.received, total: chunk == nil ? state.received : length))
            return chunk
        }
        return StreamedResponse(head: head, body: counted)
    }

    /// Reads the complete body, at most 4 MiB by default, into memory.
    ///
    /// - Throws: ``TransportError`` (`responseTooLarge`) for a larger body, or an error of the body.
    public func collect(upTo maximumBytes: Int = 4 << 20) async throws -> TransportResponse {
        var response = TransportResponse(head: head)
        for try await chunk in body {
            guard response.body.count + chunk.count <= maximumBytes else {
                throw TransportError(.responseTooLarge, "the response is longer than \(maximumBytes) bytes")
            }
            response.body.append(chunk)
        }
        return response
    }

    /// Reads at most 64 KiB of the content, so that the connection can be reused; closes it for longer content.
    package func discard() async {
        var rest = 64 << 10
        var iterator = body.makeAsyncIterator()
        while rest >= 0, let chunk = try? await iterator.next() { rest -= chunk.count }
    }
}
