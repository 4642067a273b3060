// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

#if os(Linux)
@Suite struct LoadedLibrariesTests {
    /// ICU would double the size of the program, and take a quarter of its time to start.
    @Test(arguments: ["tessera", "task-service"])
    func `a program needs no more of Foundation than its essentials`(_ name: String) throws {
        let folder = BuiltCommand.executable.deletingLastPathComponent()
        let program = try Data(contentsOf: folder.appending(path: name))
        // The names of libraries, as its dynamic section has them.
        let names = try ["libFoundationEssentials.so", "libFoundation.so", "lib_FoundationICU.so"].map {
            program.range(of: try #require("\0\($0)\0".data(using: .utf8))) != nil
        }
        #expect(names == [true, false, false])
    }
}
#endif
