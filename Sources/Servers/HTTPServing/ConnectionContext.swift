// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore

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
