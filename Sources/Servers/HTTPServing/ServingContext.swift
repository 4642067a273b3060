// SPDX-License-Identifier: Apache-2.0
package import Foundation
import NIOCore
package import ProgramLifecycle

/// The context of a request in our routers; a server that needs more makes its own type.
///
/// Its source is a ``ServingContextSource``, which needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    /// Hummingbird's own storage for each request.
    package var core: RequestCore
    /// The client's connection.
    package let connection: ClientConnection

    /// Creates the context of one request.
    package init(core: RequestCore) {
        self.core = core
        connection = core.connection
    }
}

extension RequestContext {
    /// A part of the path, decoded.
    ///
    /// - Parameter name: The name of the part in the route.
    /// - Returns: The part, or its bytes as sent if they are no percent-encoded UTF-8.
    /// - Throws: `HTTPError` for a route without it.
    package func part(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return text.removingPercentEncoding ?? text
    }
}

/// The source of request contexts: a logger, without a connection.
package struct ServingContextSource: RequestContextSource {
    /// The logger of the request.
    package let logger: Log
    /// The client's connection.
    package let connection: ClientConnection

    /// Creates a source; in process there is no connection, but the client may present a certificate.
    ///
    /// - Parameters:
    ///   - logger: The logger of the request.
    ///   - certificate: The client's certificate, in DER.
    package init(logger: Log, certificate: Data? = nil) {
        self.init(logger: logger, connection: ClientConnection(certificate: certificate))
    }

    init(logger: Log, connection: ClientConnection) { (self.logger, self.connection) = (logger, connection) }
}

/// Hummingbird's context of a request, with the request's connection.
struct ConnectionContext: RequestContext {
    var core: RequestCore
    /// The connection.
    let channel: any Channel

    init(core: RequestCore) {
        self.core = core
        channel = source.channel
    }
}
