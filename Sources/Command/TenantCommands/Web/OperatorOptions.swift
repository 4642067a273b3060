// SPDX-License-Identifier: Apache-2.0

import ClientCommands
import CommandArguments
import HTTPServing
import HTTPTransport
import Hosts
import PortableFoundation
import ProgramLifecycle
import ServerTelemetry

struct OperatorOptions: ParsableArguments {
    @Option("--metrics-port <number>", help: "The port for metrics, health, and readiness. 0 picks a free port.")
    var metricsPort: Int?

    @Option("--metrics-address <address>", help: "The address to listen on for --metrics-port.")
    var metricsAddress = "127.0.0.1"

    @Option("--traces <url>", help: "The OTLP/HTTP collector for traces.")
    var traces: String?

    @Option("--log-format <json|text>", help: "The log format.")
    var logFormat: String?

    @Flag(
        "--proxy-trusted",
        help: "Take request ids from X-Request-ID. Use it only on a port that only your proxy can reach.")
    var proxyTrusted = false

    @Option(
        "--drain-seconds <seconds>",
        help: "How long to keep serving after SIGTERM, while readiness fails, until the load balancer notices.")
    var drainSeconds = 0

    func validate() throws {
        try ServerAddressOptions.checkPort(metricsPort, of: "--metrics-port")
        guard HostAndPort(ServerAddress(host: metricsAddress, port: 1).host) != nil else {
            throw ValidationError("--metrics-address needs an address of this machine, not '\(metricsAddress)'.")
        }
        guard (0...600).contains(drainSeconds) else {
            throw ValidationError("--drain-seconds needs a number from 0 to 600, not \(drainSeconds).")
        }
        if let logFormat, LogOutput.Format(rawValue: logFormat) == nil {
            throw ValidationError("--log-format needs json or text, not '\(logFormat)'.")
        }
        if let traces, collector == nil {
            throw ValidationError("--traces needs http:// or https:// with a host and no user name, not '\(traces)'.")
        }
    }

    private var collector: URL? { traces.flatMap(URL.init).flatMap { $0.isWebAddress ? $0 : nil } }

    private var areUsed: Bool {
        metricsPort != nil || traces != nil || logFormat != nil || proxyTrusted || drainSeconds > 0
    }

    var longestEnd: Duration { .seconds(drainSeconds + (areUsed ? 30 : 5)) }

    func logger(_ label: String) -> Log { areUsed ? log.logger(label) : ServerLogging.logger(label) }

    private var log: LogOutput {
        LogOutput(logFormat.flatMap(LogOutput.Format.init), from: ServerLogging.level() ?? .info)
    }

    func observation(of name: String, over transport: any Transport) async throws -> ServerObservation? {
        guard areUsed else { return nil }
        var address: ServerAddress?
        if let metricsPort { address = try await ServerAddress.reserve(host: metricsAddress, preferred: metricsPort) }
        return ServerObservation(
            of: name, loggingTo: log, tracingTo: collector, over: transport, at: address, trustsProxy: proxyTrusted,
            drain: .seconds(drainSeconds))
    }
}

/// The log of the servers on standard error: warnings and errors, and more only with `TESSERA_LOG`.
enum ServerLogging {
    static func logger(_ label: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> Log {
        LogOutput(.text, from: level(environment) ?? .warning).logger(label)
    }

    static func level(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Log.Level? {
        environment["TESSERA_LOG"].flatMap { Log.Level(rawValue: $0) }
    }
}
