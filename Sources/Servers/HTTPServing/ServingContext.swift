// SPDX-License-Identifier: Apache-2.0
import Foundation
package import Hummingbird

/// What our routers know about a request beyond the request itself; a server with more to say makes its own.
///
/// Its source is a ``ServingContextSource``, which needs no connection, so that any router can also be asked
/// in process.
package struct ServingContext: RequestContext {
    /// What a context is made from.
    package typealias Source = ServingContextSource

    /// What Hummingbird keeps for each request.
    package var coreContext: CoreRequestContextStorage

    /// Creates the context of one request.
    package init(source: ServingContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}

extension ServingContext {
    /// A part of the path, decoded.
    ///
    /// - Parameter name: The name of the part in the route.
    /// - Throws: `HTTPError` for a route without it.
    package func part(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return text.removingPercentEncoding ?? text
    }
}
