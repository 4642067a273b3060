// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets

/// Something that walks through text that others wrote.
struct Reader: Sendable {
    let name: String
    /// Inputs that it comes far with.
    let seeds: [Data]
    /// Reads one; what it makes of it does not matter here.
    let read: @Sendable (Data) async -> Void

    /// The parsers of the client and of the protection of APIs, with the inputs that are kept for the fuzzer.
    static func parsers(corpus: URL) throws -> [Reader] {
        try FuzzTarget.all.map { target in
            let files = try FileManager.default.contentsOfDirectory(
                at: corpus.appending(path: target.name), includingPropertiesForKeys: nil
            ).sorted { $0.path < $1.path }
            return Reader(name: target.name, seeds: try files.prefix(3).map { try Data(contentsOf: $0) }) {
                try? target.run($0)
            }
        }
    }
}
