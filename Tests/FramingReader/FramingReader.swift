// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Says which requests our parsers read in the bytes of a connection, so that others' can be compared with them.
///
/// Input: connections, each as its length in four bytes, the highest first, and its bytes. Output: a line for each, as
/// `ConnectionReader.Result.line` describes it. All are read at once and byte by byte; `framing-reader every` also
/// splits those of less than 200 bytes at every place, and others at four; `framing-reader four` splits all at four.
/// Where pieces read otherwise than the whole, the line is the first place where they do.
@main struct FramingReader {
    private static let longestForEverySplit = 200

    static func main() throws {
        guard let mode = CommandLine.arguments.dropFirst().first, ["every", "four"].contains(mode) else {
            FileHandle.standardError.write(Data("usage: framing-reader every|four\n".utf8))
            exit(64)
        }
        var source = ConnectionSource()
        var output = Data()
        var number = 0
        while let bytes = try source.next() {
            number += 1
            let isEvery = mode == "every" && bytes.count < longestForEverySplit
            let four = (1...4).map { (number &* 31 &+ $0 &* 7919) % (bytes.count + 1) }
            output += line(bytes, splitAt: isEvery ? Array(0...bytes.count) : four)
            output.append(UInt8(ascii: "\n"))
            if output.count > 1 << 16 {
                try FileHandle.standardOutput.write(contentsOf: output)
                output.removeAll(keepingCapacity: true)
            }
        }
        try FileHandle.standardOutput.write(contentsOf: output)
    }

    private static func line(_ bytes: [UInt8], splitAt places: [Int]) -> [UInt8] {
        let whole = read(bytes[...], after: ConnectionReader())
        // One that gets the bytes one by one up to each place, and the rest at once.
        var slow = ConnectionReader()
        for place in bytes.indices {
            if places.contains(place), read(bytes[place...], after: slow) != whole {
                return Array("split at \(place)".utf8)
            }
            slow.take(bytes[place...place])
        }
        return slow.result == whole ? whole.line : Array("split at every byte".utf8)
    }

    private static func read(_ bytes: ArraySlice<UInt8>, after reader: ConnectionReader) -> ConnectionReader.Result {
        var reader = reader
        reader.take(bytes)
        return reader.result
    }
}
