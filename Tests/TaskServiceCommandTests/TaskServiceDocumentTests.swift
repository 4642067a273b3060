// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServerTelemetry
import Testing

@testable import TaskServiceCommand

/// docs/task-service.md says what the program does.
@Suite struct TaskServiceDocumentTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "docs/task-service.md"), encoding: .utf8)
    }

    private func rows(below heading: String) throws -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: Substring(heading)), "\(heading)")
        return lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map(String.init)
    }

    @Test func `the table of settings is the program's`() throws {
        let expected = Setting.all.map { setting in
            let usual = setting.usual.map { "`\($0)`" } ?? ""
            let notes = [setting.isSecret ? "secret" : nil, setting.isReread ? "SIGHUP" : nil].compactMap(\.self)
            return "| `\(setting.name)` | \(setting.kindText) | \(usual) | \(notes.joined(separator: ", ")) "
                + "| \(setting.meaning) |"
        }
        #expect(try rows(below: "## Settings") == expected)
    }

    @Test func `the table of metrics is the program's`() throws {
        let expected = MetricMeaning.all.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1) |" }
        #expect(try rows(below: "## Metrics") == expected)
    }

    @Test func `the table of exit codes is the program's`() throws {
        #expect(
            try rows(below: "## Exit codes") == TaskServiceExit.allCases.map { "| \($0.rawValue) | \($0.meaning) |" })
    }

    @Test func `the file on the page is right`() throws {
        let block = try #require(page.firstMatch(of: #/```json\n([^`]+)```/#))
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).json")
        // The page's secret is not on this machine.
        let address = file.appendingPathExtension("address")
        try Data("postgres://tasks@db.example.com/tasks".utf8).write(to: address)
        try Data(String(block.1).replacing("/etc/task-service/database-address", with: address.path).utf8).write(
            to: file)
        defer { for written in [file, address] { try? FileManager.default.removeItem(at: written) } }
        let configuration = try TaskServiceConfiguration(
            arguments: ["task-service", "--config", file.path], environment: [:])
        #expect(configuration.accepted.count == 2)
    }
}
