// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import PortableFoundation
import PrivateFiles

/// The state of an unfinished export, stored beside the output.
public struct ExportState: Codable, Hashable, Sendable {
    /// The choices that must match to resume an export.
    public struct Choices: Codable, Hashable, Sendable {
        let format: String
        /// A resumed export must not mix people of two accounts or two addresses of Graph.
        let account: String
        let graph: String
        let photos: String?

        public init(format: String, account: String, graph: String, photos: String?) {
            (self.format, self.account, self.graph, self.photos) = (format, account, graph, photos)
        }
    }

    let choices: Choices
    public var people = 0
    /// The bytes of the file that hold these people.
    public var bytes: Int64 = 0
    /// The address of the next page.
    public var next: String?
    /// The number of all people; `nil` if Graph does not return it.
    public var total: Int?

    public init(choices: Choices) { self.choices = choices }
}

/// The place that an export writes to: a file that appears when it is complete, or a stream.
public struct ExportOutput: ~Copyable {
    private let descriptor: Int32
    private let file: URL?

    public init() { (descriptor, file) = (STDOUT_FILENO, nil) }

    /// An existing file stays as it is until the export is complete; a device or a named pipe is a stream.
    ///
    /// Refuses a place that is not writable, or to which another export writes.
    public init(file path: String) throws {
        let device = try OutputFile.device(named: path)
        let output = URL(filePath: path)
        let opened = try device ?? Self.openPart(Self.part(of: output))
        (descriptor, file) = (opened, device == nil ? output : nil)
    }

    private static func openPart(_ part: URL) throws -> Int32 {
        let descriptor = try writing(part.path) { try PrivateFile.openOwn(part) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandError(
                "another export is writing \(part.path)", hint: "wait for it, or use another file", .unavailable)
        }
        return descriptor
    }

    deinit { if descriptor != STDOUT_FILENO { close(descriptor) } }

    /// Whether an unfinished export can be resumed.
    public var isFile: Bool { file != nil }

    private static func part(of file: URL) -> URL { file.appendingPathExtension("part") }
    private static func state(of file: URL) -> URL { file.appendingPathExtension("part-state") }

    /// The state of the unfinished export, with the file cut back to it; `nil` to start from the beginning.
    ///
    /// Refuses an unusable file, and an export with other choices.
    public func unfinished(_ choices: ExportState.Choices) throws -> ExportState? {
        guard let file else { return nil }
        let state = Self.state(of: file)
        let content = try Self.writing(state.path) { try PrivateFile.content(of: state, limit: 1 << 20) }
        let kept = content.flatMap { try? JSONDecoder().decode(ExportState.self, from: $0) }
        let size = lseek(descriptor, 0, SEEK_END)
        if let kept, kept.choices != choices, size > 0 {
            throw CommandError(
                "\(Self.part(of: file).path) holds an unfinished export with other options or from another account",
                hint: "rerun that command, or remove the file", .cannotWrite)
        }
        // A file that is shorter than its state was not fully written before the machine stopped.
        guard let kept, kept.next != nil, kept.bytes <= size else { return nil }
        try cut(to: kept.bytes)
        return kept
    }

    public func cut(to bytes: Int64) throws {
        guard let file else { return }
        try Self.writing(Self.part(of: file).path) {
            guard ftruncate(descriptor, off_t(bytes)) == 0, lseek(descriptor, off_t(bytes), SEEK_SET) >= 0 else {
                throw PrivateFile.Failure.current()
            }
        }
    }

    /// Throws ``Terminal/ReaderIsGone`` if the reader of a stream stops reading, as `head` after some lines.
    public func write(_ content: Data) throws {
        try Self.writing(file.map { Self.part(of: $0).path } ?? "the output") {
            do { try PrivateFile.write(content, to: descriptor) } catch let failure as PrivateFile.Failure {
                throw failure.number == EPIPE ? Terminal.ReaderIsGone() : failure
            }
        }
    }

    /// Saves the state, once everything before it is on disk.
    public func keep(_ state: ExportState) throws {
        guard let file else { return }
        try flush(file)
        let place = Self.state(of: file)
        try Self.writing(place.path) { try PrivateFile.replace(place, with: try JSONEncoder().encode(state)) }
    }

    public func finish() throws {
        guard let file else { return }
        try flush(file)
        try Self.writing(file.path) {
            try PrivateFile.move(Self.part(of: file), to: file)
            try PrivateFile.remove(Self.state(of: file))
        }
    }

    private func flush(_ file: URL) throws {
        try Self.writing(Self.part(of: file).path) {
            guard fsync(descriptor) == 0 else { throw PrivateFile.Failure.current() }
        }
    }

    private static func writing<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let failure as PrivateFile.Failure {
            throw CommandError(
                "\(path) cannot be written: \(failure.reason)", hint: "\(failure.remedy)", .cannotWrite)
        }
    }
}
