// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import HTTPMessages

/// Reads content in chunks, more strictly than libcurl, which reads them, too, to find the end of the response.
///
/// It refuses input that two parsers could read differently; it checks and drops extensions and trailers. RFC 9112 §7.1
package struct ChunkReader {
    private enum Stage {
        case size, data, dataEnd, trailers, done
    }

    private static let longestLine = 8 << 10
    private static let mostTrailerBytes = 64 << 10

    private var stage = Stage.size
    private var line: [UInt8] = []
    private var remaining = 0
    private var trailerBytes = 0

    package init() {}

    package var isDone: Bool { stage == .done }

    /// Returns the content among some bytes; `nil` if they are not chunks.
    package mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var content: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch stage {
            case .done: return nil
            case .data:
                let piece = rest.prefix(remaining)
                content += piece
                remaining -= piece.count
                rest = rest.dropFirst(piece.count)
                if remaining == 0 { stage = .dataEnd }
            case .size, .dataEnd, .trailers:
                let end = rest.firstIndex(of: 0x0A)
                let piece = end.map { rest[...$0] } ?? rest
                line += piece
                rest = rest.dropFirst(piece.count)
                guard line.count <= Self.longestLine, end == nil || takeLine() else { return nil }
            }
        }
        return content
    }

    private mutating func takeLine() -> Bool {
        defer { line = [] }
        guard line.dropLast().last == 0x0D else { return false }
        let text = line.dropLast(2)
        switch stage {
        case .size: return takeSize(text)
        case .dataEnd:
            stage = .size
            return text.isEmpty
        default:
            if text.isEmpty { stage = .done }
            trailerBytes += line.count
            return text.isEmpty || trailerBytes <= Self.mostTrailerBytes && FieldLine(line.span, text.indices) != nil
        }
    }

    private mutating func takeSize(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.prefix { $0 != UInt8(ascii: ";") && !HTTPField.isBlank($0) }
        let extensions = text[digits.endIndex...]
        // 15 digits always fit. Int would accept a sign.
        guard (1...15).contains(digits.count), digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            extensions.isEmpty || Self.beginsExtension(extensions),
            text.withUnsafeBytes(HTTPField.isValid)
        else { return false }
        (remaining, stage) = (size, size == 0 ? .trailers : .data)
        return true
    }

    /// Whether a text begins with a semicolon and a name. RFC 9112 §7.1.1
    private static func beginsExtension(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.drop(while: HTTPField.isBlank)
        let name = start.dropFirst().drop(while: HTTPField.isBlank)
        return start.first == UInt8(ascii: ";") && name.first.map(HTTPToken.isToken) == true
    }
}
#endif
