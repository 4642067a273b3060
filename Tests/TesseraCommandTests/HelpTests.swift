// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TesseraCommand

@Suite struct HelpTests {
    @Test func `the help fits a terminal, and names every exit code and what is read of the environment`()
        async throws
    {
        let help = try await BuiltCommand(home: .temporaryDirectory).run("--help").output
        let lines = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for status in TesseraCommand.ExitStatus.allCases {
            #expect(lines.contains("\(status.rawValue)  \(status.meaning)"))
        }
        for name in ["TESSERA_HOME", "TESSERA_SETTINGS", "BROWSER"] {
            #expect(lines.contains { $0.hasPrefix(name + " ") })
        }
    }
}
