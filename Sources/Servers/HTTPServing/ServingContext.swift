// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The context of a request in our routers; a server that needs more makes its own type.
///
/// It needs no connection, so that each router also works in process.
package struct ServingContext: RequestContext {
    /// The data that each request has.
    package var core: RequestCore

    package init(core: RequestCore) { self.core = core }
}

extension RequestContext {
    /// Returns a segment of the path, decoded.
    ///
    /// - Parameter name: The name of the segment in the route.
    /// - Returns: The segment, as it was sent if it is not percent-encoded UTF-8.
    /// - Throws: ``HTTPError`` (400) for a route without this name.
    package func part(_ name: String) throws -> String {
        let segment = try parameters.require(name)
        return segment.percentDecoded ?? segment
    }
}
