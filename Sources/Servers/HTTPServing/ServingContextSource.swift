// SPDX-License-Identifier: Apache-2.0
import Hummingbird
package import Logging

/// The source of request contexts: a logger, without a connection.
package struct ServingContextSource: RequestContextSource {
    /// The logger of the request.
    package let logger: Logger

    /// Creates a source.
    package init(logger: Logger) {
        self.logger = logger
    }
}
