// SPDX-License-Identifier: Apache-2.0

/// The system's number for an open file or stream; ``OpenFile`` owns one.
package struct FileDescriptor: Sendable {
    package static let standardInput = FileDescriptor(STDIN_FILENO)
    package static let standardOutput = FileDescriptor(STDOUT_FILENO)
    package static let standardError = FileDescriptor(STDERR_FILENO)

    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package func read(atMost count: Int = .max) throws(POSIXError) -> Data {
        var content = Data()
        while content.count < count {
            var piece = Data(count: min(count - content.count, max(64 << 10, content.count)))
            let length = piece.withUnsafeMutableBytes { PortableFoundation.read(number, $0.baseAddress, $0.count) }
            guard length >= 0 || errno == EINTR else { throw .current }
            if length == 0 { break }
            content.append(piece.prefix(max(0, length)))
        }
        return content
    }

    package func write(_ content: Data) throws(POSIXError) {
        var rest = content[...]
        while !rest.isEmpty {
            let length = rest.withUnsafeBytes { PortableFoundation.write(number, $0.baseAddress, $0.count) }
            guard length >= 0 || errno == EINTR else { throw .current }
            rest = rest.dropFirst(max(0, length))
        }
    }

    package func show(_ text: String) { try? write(Data(text.utf8)) }
}

package final class OpenFile: Sendable {
    package let descriptor: FileDescriptor

    package init(_ number: Int32) { descriptor = FileDescriptor(number) }

    deinit { close(descriptor.number) }

    package func read(atMost count: Int = .max) throws(POSIXError) -> Data { try descriptor.read(atMost: count) }

    package func write(_ content: Data) throws(POSIXError) { try descriptor.write(content) }
}

extension POSIXError {
    /// The error of the preceding call: read it before anything else changes `errno`.
    package static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
