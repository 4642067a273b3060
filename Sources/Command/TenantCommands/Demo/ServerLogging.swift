// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import ProgramLifecycle
import ServerTelemetry

/// The log of the servers on standard error: warnings and errors, and more only with `TESSERA_LOG`.
enum ServerLogging {
    static func logger(_ label: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> Log {
        LogOutput(.text, from: level(environment) ?? .warning).logger(label)
    }

    static func level(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Log.Level? {
        environment["TESSERA_LOG"].flatMap { Log.Level(rawValue: $0) }
    }
}
