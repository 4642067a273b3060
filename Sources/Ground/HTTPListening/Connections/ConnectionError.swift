// SPDX-License-Identifier: Apache-2.0

/// Why a connection returned no request, or no further content.
package enum ConnectionError: Error, Equatable, Sendable {
    /// The bytes are not valid HTTP by RFC 9112; holds the status of the response.
    case malformed(Int)
    /// The bytes did not arrive, or were not accepted, in time.
    case timedOut
    /// The client or the server has ended the connection.
    case closed
    case cancelled
    /// Another task reads the content, or the request is over.
    case secondReader
    /// Plain HTTP arrived at a TLS port.
    case plainHTTP
}

package struct ContentTooLong: Error {
    package init() {}
}
