// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging

/// The log of the servers: standard error, and nothing below a warning.
enum ServerLogging {
    static func logger(_ label: String) -> Logger {
        var logger = Logger(label: label, factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .warning
        return logger
    }
}
