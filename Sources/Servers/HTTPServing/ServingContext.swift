// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The context of a request in our routers; a server that needs more makes its own type.
///
/// It needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    /// What each request has.
    package var core: RequestCore
    package var connection: ClientConnection { core.connection }

    package init(core: RequestCore) {
        self.core = core
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
