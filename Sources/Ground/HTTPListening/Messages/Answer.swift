// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

package struct Answer: Sendable {
    /// Status and fields; the engine writes `Content-Length`, `Date`, `Connection` and `Transfer-Encoding` itself.
    package var head: HTTPResponse
    package var body: [UInt8]

    package init(_ head: HTTPResponse, _ body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    init(_ status: HTTPResponse.Status, text: String) {
        self.init(
            HTTPResponse(status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]), Array(text.utf8))
    }

    var closesConnection: Bool {
        head.headerFields.contains(.connection)
            && head.headerFields[values: .connection].contains { $0.hasToken("close") }
    }
}

/// Answers a request on its connection, which is plain or has TLS.
///
/// If it throws, the connection closes without a response. If the content was malformed or late, the engine answers 400
/// or 408, whatever the handler returns.
package typealias Handler = @Sendable (ReceivedRequest, any ByteStream) async throws -> Answer
