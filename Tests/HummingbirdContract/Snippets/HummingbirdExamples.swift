// SPDX-License-Identifier: Apache-2.0
import BearerAuthHummingbird
import Hummingbird
import NIOCore

// snippet: BearerRequestContext on Hummingbird
struct AppContext: BearerRequestContext {
    var coreContext: CoreRequestContextStorage
    var caller: Caller?

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
// snippet: end

// snippet: MutualTLSContext
struct MutualTLSContext: BearerRequestContext {
    var coreContext: CoreRequestContextStorage
    var caller: Caller?
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    func clientCertificate() async throws -> ClientCertificate? { try await ClientCertificate(of: channel) }
}
// snippet: end
