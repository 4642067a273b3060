// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore

/// What Hummingbird says of a request, with the connection that it came by.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
