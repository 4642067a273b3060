// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

/// Contents of any size through the transport of the system, against a server that others wrote.
///
///     TransferBenchmark down URL
///     TransferBenchmark up URL BYTES [FILE]
///     TransferBenchmark cancel URL
///     TransferBenchmark authorized URL
///     TransferBenchmark requests URL COUNT WIDTH
///
/// `down` and `up` print seconds, bytes, and the peak memory in KiB before and after; `cancel` prints the moment of the
/// cancellation on the monotonic clock, in nanoseconds; `authorized` prints the nanoseconds of a request over the bare
/// transport and with a token, one line per round; `requests` prints the processor time of a request in microseconds,
/// with WIDTH in flight at a time.
@main enum TransferBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let url = URL(string: arguments[2]) else { return usage() }
        try await withSystemTransport { transport in
            switch (arguments[1], arguments.dropFirst(2).map { $0 }) {
            case ("down", _): try await measured(transport, url) { try await down(transport, url) }
            case ("up", let rest):
                guard let bytes = rest.first.flatMap({ Int64($0) }) else { return usage() }
                let body = try rest.count > 1 ? RequestBody.file(URL(filePath: rest[1])) : zeros(bytes)
                try await measured(transport, url) { try await up(transport, url, body) }
            case ("cancel", _): try await cancel(transport, url)
            case ("authorized", _): try await AuthorizedCost(transport, url).report()
            case ("requests", let rest):
                let numbers = rest.compactMap { Int($0) }
                guard numbers.count == 2 else { return usage() }
                try await RequestCost(transport, url, width: numbers[1]).report(numbers[0])
            default: usage()
            }
        }
    }

    private static func usage() {
        let text = "usage: TransferBenchmark down|up|cancel|authorized|requests URL [BYTES [FILE] | COUNT WIDTH]\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// A content of zeros, which is in memory only once.
    private static func zeros(_ bytes: Int64) -> RequestBody {
        .chunks(length: bytes) {
            ByteChunks(from: (piece: Data(count: 256 << 10), rest: bytes)) { state in
                guard state.rest > 0 else { return nil }
                let count = min(state.rest, Int64(state.piece.count))
                state.rest -= count
                return count == Int64(state.piece.count) ? state.piece : state.piece.prefix(Int(count))
            }
        }
    }

    /// The first request opens the client, so that the memory before is that of an idle process.
    private static func measured(
        _ transport: any Transport, _ url: URL, _ transfer: () async throws -> Int64
    ) async throws {
        _ = try await transport.send(HTTPRequest(url: url.deletingLastPathComponent().appending(path: "small")))
        let before = peakMemory()
        let clock = ContinuousClock()
        let start = clock.now
        let bytes = try await transfer()
        print((clock.now - start) / .seconds(1), bytes, before, peakMemory())
    }

    /// The most memory that the process has had so far, in KiB.
    private static func peakMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#).flatMap { Int($0.1) } ?? 0
    }

    private static func down(_ transport: any Transport, _ url: URL) async throws -> Int64 {
        var bytes: Int64 = 0
        for try await chunk in try await transport.stream(HTTPRequest(url: url)).body { bytes += Int64(chunk.count) }
        return bytes
    }

    /// The server answers with the bytes that it counted.
    private static func up(_ transport: any Transport, _ url: URL, _ body: RequestBody) async throws -> Int64 {
        let request = HTTPRequest(method: .put, url: url)
        let response = try await transport.stream(request, body: body).collect()
        return Int64(String(decoding: response.body, as: UTF8.self)) ?? 0
    }

    /// Cancels a download after its first piece.
    private static func cancel(_ transport: any Transport, _ url: URL) async throws {
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await _ in try await transport.stream(HTTPRequest(url: url)).body { beginning.finish() }
        }
        for await _ in began {}
        print(DispatchTime.now().uptimeNanoseconds)
        task.cancel()
        _ = await task.result
    }
}
