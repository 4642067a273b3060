// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

/// Fetches the responses of a server and says how the transport reads them, so that others' parsers can be compared.
///
/// `response-reader PORT COUNT` asks for the paths `/0` and so on. Output: a line for each, in order: the status, and
/// the fields and the content in hexadecimal digits; or `refused`.
@main struct ResponseReader {
    private static let atOnce = 8

    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 2 else {
            FileHandle.standardError.write(Data("usage: response-reader PORT COUNT\n".utf8))
            exit(64)
        }
        let lines = try await withSystemTransport { await read(numbers[1], from: numbers[0], over: $0) }
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    private static func read(_ count: Int, from port: Int, over transport: any Transport) async -> [String] {
        await withTaskGroup(of: (Int, String).self) { group in
            var lines = [String](repeating: "", count: count)
            for number in 0..<count {
                if number >= atOnce, let (done, line) = await group.next() { lines[done] = line }
                group.addTask { (number, await line(number, port, transport)) }
            }
            for await (done, line) in group { lines[done] = line }
            return lines
        }
    }

    private static func line(_ number: Int, _ port: Int, _ transport: any Transport) async -> String {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/\(number)",
            headerFields: [.acceptEncoding: "identity"])
        guard let response = try? await transport.send(request) else { return "refused" }
        let fields = response.head.headerFields.map { "\($0.name.canonicalName):\($0.value)" }.joined(separator: "\n")
        return "\(response.status.code) \(hexadecimal(Data(fields.utf8))) \(hexadecimal(response.body))"
    }

    private static func hexadecimal(_ bytes: Data) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
