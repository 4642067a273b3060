// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The memory, processor time and file descriptors of this process, under the names of Prometheus' own clients.
package enum ProcessMetrics {
    /// Empty on systems without `/proc`, whose files are in memory: reading does not wait for a disk.
    package static func read() -> [PrometheusMetrics.Reading] {
        #if os(Linux)
        guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let values = ProcessStat(stat)
        else { return [] }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        var readings: [PrometheusMetrics.Reading] = [
            .init("process_cpu_seconds_total", [], Double(values.userTicks + values.systemTicks) / ticks),
            .init("process_virtual_memory_bytes", [], Double(values.virtualBytes)),
            .init("process_resident_memory_bytes", [], Double(values.residentPages * sysconf(Int32(_SC_PAGESIZE)))),
        ]
        if let boot = bootTime {
            readings.append(.init("process_start_time_seconds", [], boot + Double(values.startTicks) / ticks))
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            // The listing itself opens one.
            readings.append(.init("process_open_fds", [], Double(open.count - 1)))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 {
            readings.append(.init("process_max_fds", [], Double(limit.rlim_cur)))
        }
        return readings
        #else
        return []
        #endif
    }

    #if os(Linux)
    /// In seconds since 1970.
    private static let bootTime: Double? = {
        guard let stat = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return nil }
        return stat.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }()
    #endif
}

/// See proc_pid_stat(5).
struct ProcessStat: Equatable {
    let userTicks: Int
    let systemTicks: Int
    let startTicks: Int
    let virtualBytes: Int
    let residentPages: Int

    /// The program's name in the line can contain spaces and brackets.
    init?(_ line: String) {
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 21, let user = Int(fields[11]), let system = Int(fields[12]), let start = Int(fields[19]),
            let virtual = Int(fields[20]), let resident = Int(fields[21])
        else { return nil }
        (userTicks, systemTicks, startTicks) = (user, system, start)
        (virtualBytes, residentPages) = (virtual, resident)
    }
}
