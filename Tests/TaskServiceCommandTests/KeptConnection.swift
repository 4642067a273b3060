// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One connection over TLS that stays open between requests, by Python's OpenSSL.
final class KeptConnection: Sendable {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(port: Int) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import http.client, ssl, sys
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("localhost", int(sys.argv[1]), context=context)
            connection.connect()
            first = connection.sock
            for line in sys.stdin:
                connection.request("GET", "/")
                response = connection.getresponse()
                response.read()
                print(response.status if connection.sock is first else "another connection", flush=True)
            """, "\(port)",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Sends a request, and gives the status of its response.
    func next() async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                var line = Data()
                while let byte = try? output.fileHandleForReading.read(upToCount: 1), let first = byte.first,
                    first != UInt8(ascii: "\n")
                {
                    line.append(first)
                }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
            }
        }
    }

    /// Closes the connection.
    func end() { try? input.fileHandleForWriting.close() }
}
