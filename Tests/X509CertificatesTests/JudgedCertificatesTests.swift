// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// What readers of other people find in our certificates: OpenSSL's command, the Python package `cryptography`, and Go.
@Suite(.timeLimit(.minutes(5))) struct JudgedCertificatesTests {
    private static let isPythonHere =
        (try? run(["python3", "-c", "import cryptography.x509; print('here')"])) == "here\n"
    private static let isGoHere = (try? run(["go", "version"]))?.hasPrefix("go version") == true

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent()
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(.enabled(if: isPythonHere, "Python's cryptography is the judge"))
    func `Python and OpenSSL read in our certificates what we wrote`() throws { try judge(["python3", "judge.py"]) }

    @Test(.enabled(if: isGoHere, "Go is the judge"))
    func `Go reads in our certificates what we wrote`() throws { try judge(["go", "run", "judge.go"]) }

    private func judge(_ judge: [String]) throws {
        let kept = ProcessInfo.processInfo.environment["CERTIFICATES_FOLDER"]
        let folder =
            kept.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "judged-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }
        var certificates = JudgedCertificates(folder: folder)
        let count = ProcessInfo.processInfo.environment["CERTIFICATES_COUNT"].flatMap(Int.init) ?? 12
        for index in 0..<count {
            try certificates.addKeyCertificate(index)
            try certificates.addLocalCertificates(index)
            try certificates.addTestCertificates(index)
        }
        try JSONEncoder().encode(certificates.expected).write(to: folder.appending(path: "expected.json"))
        let verdict = try Self.run(judge + [folder.path])
        #expect(verdict.hasSuffix("\(6 * count) certificates, 0 faults\n"), "\(verdict)")
    }
}
