// SPDX-License-Identifier: Apache-2.0

/// Answers a request.
///
/// The stream is its connection as the listener wrapped it: plain, or with TLS.
/// If it throws, the connection is closed without a byte. If the content was malformed or late, the engine answers 400
/// or 408, whatever the handler does.
package typealias Handler = @Sendable (ReceivedRequest, any ByteStream) async throws -> Answer
