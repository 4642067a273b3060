// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import Hummingbird
package import Logging
import NIOCore

/// The context of a request in our routers; a server that needs more makes its own type.
///
/// Its source is a ``ServingContextSource``, which needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    /// The source of a context.
    package typealias Source = ServingContextSource

    /// Hummingbird's own storage for each request.
    package var coreContext: CoreRequestContextStorage
    package let connection: ClientConnection

    package init(source: ServingContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = source.connection
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
    package let logger: Logger
    package let connection: ClientConnection

    /// Creates a source; in process there is no connection, but the client may present a certificate.
    ///
    /// - Parameters:
    ///   - logger: The logger of the request.
    ///   - certificate: The client's certificate, in DER.
    package init(logger: Logger, certificate: Data? = nil) {
        self.init(logger: logger, connection: ClientConnection(certificate: certificate))
    }

    init(logger: Logger, connection: ClientConnection) { (self.logger, self.connection) = (logger, connection) }
}

/// Hummingbird's context of a request, with the request's connection.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
