// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// Parses `multipart/form-data` in which each part, also a file, is text. RFC 7578
///
/// A line that only begins like the boundary is content. A form without its last boundary is rejected. RFC 2046 §5.1.1
package struct MultipartFormParser: Sendable {
    private static let maximumParts = 256
    private static let maximumHeadBytes = 8192

    private let delimiter: Data

    package init(boundary: String?) throws {
        guard let boundary, (1...70).contains(boundary.utf8.count),
            Self.allowed.isSuperset(of: boundary.utf8),
            !boundary.hasSuffix(" ")
        else { throw Self.malformed("its content type names no usable boundary") }
        delimiter = Data("\r\n--\(boundary)".utf8)
    }

    package func parameters(of content: Data) throws -> FormParameters {
        var form = FormParameters()
        // The content can start with the first boundary: with a line break before it, it looks like the others.
        let content = Data("\r\n".utf8) + content
        guard var mark = nextMark(in: content[...]) else {
            throw Self.malformed("it does not contain its boundary")
        }
        var count = 0
        while !mark.isLast {
            guard let next = nextMark(in: content[(mark.end - 2)...]) else {
                throw Self.malformed("it ends before its last boundary")
            }
            count += 1
            guard count <= Self.maximumParts else {
                throw Self.malformed("it has more than \(Self.maximumParts) parts")
            }
            // Two boundaries share a line break only around a part without even a head.
            guard next.start >= mark.end else { throw Self.malformed("one of its parts is empty") }
            let (name, value) = try Self.field(content[mark.end..<next.start])
            form.append(name, value)
            mark = next
        }
        return form
    }

    private static func malformed(_ reason: String) -> RequestRefusal {
        RequestRefusal(.contentMalformed, "The multipart form cannot be read: \(reason).")
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'()+_,-./:=? ".utf8)

    /// A boundary line: the start of its line break, the start of the next line, and whether it is the last.
    private struct Mark {
        var start: Data.Index
        var end: Data.Index
        var isLast: Bool
    }

    private func nextMark(in content: Data) -> Mark? {
        var rest = content
        while let found = rest.place(of: delimiter) {
            let tail = content[found.upperBound...]
            let isLast = tail.starts(with: Data("--".utf8))
            let afterDashes = isLast ? tail.dropFirst(2) : tail
            let line = afterDashes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if line.starts(with: Data("\r\n".utf8)) {
                return Mark(start: found.lowerBound, end: line.startIndex + 2, isLast: isLast)
            }
            if isLast, line.isEmpty { return Mark(start: found.lowerBound, end: line.endIndex, isLast: true) }
            rest = content[(found.lowerBound + 2)...]
        }
        return nil
    }

    private static func field(_ part: Data) throws -> (name: String, value: String) {
        // A part without head fields begins with the empty line, and has no name.
        guard let gap = part.place(of: Data("\r\n\r\n".utf8)),
            gap.lowerBound - part.startIndex <= maximumHeadBytes
        else {
            throw malformed("a part has no header section, or one longer than \(maximumHeadBytes) bytes")
        }
        guard let head = String(validating: part[..<gap.lowerBound], as: UTF8.self) else {
            throw malformed("the header section of a part is not UTF-8")
        }
        let name = try fieldName(inHead: head)
        guard let value = String(validating: part[gap.upperBound...], as: UTF8.self) else {
            throw malformed("a field is not UTF-8 text")
        }
        return (name, value)
    }

    private static func fieldName(inHead head: String) throws -> String {
        var disposition: ContentType?
        for line in head.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else {
                throw malformed("a line in a part's header section has no colon")
            }
            let value = line[line.index(after: colon)...].trimmed()
            switch line[..<colon].lowercased() {
            case "content-disposition" where disposition == nil:
                disposition = ContentType(value)
            case "content-disposition":
                throw malformed("a part has two dispositions")
            case "content-transfer-encoding" where !["7bit", "8bit", "binary"].contains(value.lowercased()):
                // RFC 7578 §4.7 deprecates it; without decoding, the value would be wrong.
                throw malformed("a part has a transfer encoding")
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data", let name = disposition.parameters["name"]
        else {
            throw malformed("a part has no field name")
        }
        return name
    }
}

extension Data {
    /// The first range of some bytes, which begin with a carriage return and contain others only at line ends.
    fileprivate func place(of mark: Data) -> Range<Index>? {
        var start = startIndex
        while let found = self[start...].firstIndex(of: UInt8(ascii: "\r")) {
            if self[found...].starts(with: mark) { return found..<found + mark.count }
            start = found + 1
        }
        return nil
    }
}
