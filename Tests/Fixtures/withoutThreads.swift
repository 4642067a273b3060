// SPDX-License-Identifier: Apache-2.0
#if os(Linux)

/// Runs a closure while this process lacks memory for another thread's stack; call it only in a dedicated process,
/// since other code may need a thread.
package func withoutThreads<Result>(_ body: () throws -> Result) throws -> Result {
    let memory = __rlimit_resource_t(RLIMIT_AS.rawValue)
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).prefix { $0 != " " }
    var limit = rlimit()
    getrlimit(memory, &limit)
    limit.rlim_cur = rlim_t((Int(pages) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) + 2 << 20)
    setrlimit(memory, &limit)
    defer {
        limit.rlim_cur = limit.rlim_max
        setrlimit(memory, &limit)
    }
    return try body()
}
#endif
