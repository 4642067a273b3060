// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPMessages
import LocalTenant
import PortableFoundation
import TenantControl
import TenantDirectory

struct TenantClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Show or move the clock of a running tenant.",
        discussion: "The clock keeps its setting when the tenant restarts.")

    @Flag("--freeze", help: "Stop the clock.")
    var freeze = false

    @Flag("--run", help: "Restart a stopped clock.")
    var goesOn = false

    @Flag("--reset", help: "Reset the clock to this machine's time.")
    var reset = false

    @Option("--advance <seconds>", help: "Move the clock forward. A negative number moves it back.")
    var advance: Double?

    @Option("--set <time>", help: "Set the clock, for example to 2026-01-01T00:00:00Z.")
    var set: String?

    @OptionGroup var tenant: RunningTenantOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard set == nil || time != nil else {
            throw ValidationError("The time is invalid; use the form 2026-01-01T00:00:00Z.")
        }
        guard !freeze || !goesOn else { throw ValidationError("Use --freeze or --run, not both.") }
    }

    func run() async throws {
        let change = ClockChange(now: time, frozen: freeze ? true : goesOn ? false : nil)
        let (seconds, reset) = (advance, reset)
        let reading: ClockReading = try await RunningTenant.run(tenant) { tenant in
            var reading: ClockReading = try await tenant.send(reset ? .delete : .get, "clock")
            if change != ClockChange() { reading = try await tenant.send(.put, "clock", change) }
            if let seconds {
                reading = try await tenant.send(.post, "clock/advance", ClockAdvance(seconds: seconds))
            }
            return reading
        }
        if let note = reading.note { Terminal.note("warning: \(note)") }
        guard !output.json else { return try Terminal.json(reading) }
        try Terminal.result("\(reading.now.formatted(.iso8601))\(reading.frozen ? ", stopped" : "")")
    }

    private var time: Date? { self.set.flatMap(DocumentDate.init)?.date }
}

struct TenantKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Show the signing keys of a running tenant, or rotate them.")

    @Flag("--rotate", help: "Publish a new key that starts to sign after one day.")
    var rotate = false

    @Option("--rotate-in <seconds>", help: "Publish a new key that starts to sign after this time.")
    var rotateIn: Double?

    @OptionGroup var tenant: RunningTenantOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let rotation = rotate || rotateIn != nil ? KeyRotation(publishedFor: rotateIn) : nil
        let report: KeyRingReport = try await RunningTenant.run(tenant) { tenant in
            guard let rotation else { return try await tenant.send(.get, "keys") }
            return try await tenant.send(.post, "keys/rotate", rotation)
        }
        guard !output.json else { return try Terminal.json(report) }
        for key in report.keys {
            let state = key.signing ? "signing" : key.published ? "published" : "retired"
            try Terminal.result("\(key.keyID)  from \(key.activeFrom.formatted(.iso8601))  \(state)")
        }
    }
}
