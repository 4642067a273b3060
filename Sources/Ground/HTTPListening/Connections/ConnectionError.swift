// SPDX-License-Identifier: Apache-2.0

package enum ConnectionError: Error, Equatable, Sendable {
    /// The bytes are not valid HTTP by RFC 9112; holds the status of the response.
    case malformed(Int)
    case timedOut
    case closed
    case cancelled
    /// Another task reads the content, or the request is over.
    case secondReader
    case plainHTTP
}

package struct ContentTooLong: Error {
    package init() {}
}
