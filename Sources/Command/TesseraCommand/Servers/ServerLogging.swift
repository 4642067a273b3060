// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging

/// The log of the servers: standard error, and nothing below a warning unless `TESSERA_LOG` asks for it.
enum ServerLogging {
    static func logger(
        _ label: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Logger {
        var logger = Logger(label: label, factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = environment["TESSERA_LOG"].flatMap { Logger.Level(rawValue: $0) } ?? .warning
        return logger
    }
}
