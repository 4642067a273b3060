// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// The place that an export writes to: a file that appears when it is complete, or a stream.
struct ExportOutput: ~Copyable {
    private let descriptor: Int32
    /// The file to make; `nil` for a stream, such as standard output or a pipe.
    private let file: URL?

    /// Standard output.
    init() { self.init(descriptor: STDOUT_FILENO, file: nil) }

    /// A file; an existing one stays as it is until the export is complete.
    ///
    /// A device or a named pipe is a stream.
    ///
    /// - Throws: ``CommandError`` if the place cannot be written, or another export writes there.
    init(file path: String) throws {
        if let device = try OutputFile.device(named: path) {
            self.init(descriptor: device, file: nil)
        } else {
            let output = URL(filePath: path)
            self.init(descriptor: try Self.openPart(Self.part(of: output)), file: output)
        }
    }

    private init(descriptor: Int32, file: URL?) { (self.descriptor, self.file) = (descriptor, file) }

    private static func openPart(_ part: URL) throws -> Int32 {
        let descriptor: Int32
        do { descriptor = try PrivateFile.openOwn(part) } catch let error as PrivateFile.Failure {
            throw failure(part.path, error)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandError(
                "another export is writing \(part.path)", hint: "wait for it, or use another file", .unavailable)
        }
        return descriptor
    }

    deinit { if descriptor != STDOUT_FILENO { close(descriptor) } }

    /// Whether an unfinished export can go on here.
    var isFile: Bool { file != nil }

    private static func part(of file: URL) -> URL { file.appendingPathExtension("part") }
    private static func state(of file: URL) -> URL { file.appendingPathExtension("part-state") }

    /// The state of the unfinished export here, with the file cut back to it; `nil` to begin anew.
    ///
    /// - Throws: ``CommandError`` for a file that cannot be used, or one of an export with other choices.
    func unfinished(_ choices: ExportState.Choices) throws -> ExportState? {
        guard let file else { return nil }
        var kept: ExportState?
        do {
            let content = try PrivateFile.content(of: Self.state(of: file), limit: 1 << 20)
            kept = content.flatMap { try? JSONDecoder().decode(ExportState.self, from: $0) }
        } catch let error as PrivateFile.Failure {
            throw Self.failure(Self.state(of: file).path, error)
        }
        let size = lseek(descriptor, 0, SEEK_END)
        if let kept, kept.choices != choices, size > 0 {
            throw CommandError(
                "\(Self.part(of: file).path) holds an unfinished export with other options or from another account",
                hint: "rerun that command, or remove the file", .cannotWrite)
        }
        // A file that is shorter than its state says was not written to the end before the machine stopped.
        guard let kept, kept.next != nil, kept.bytes <= size else { return nil }
        try cut(to: kept.bytes)
        return kept
    }

    /// Cuts the file back.
    func cut(to bytes: Int64) throws {
        guard let file else { return }
        guard ftruncate(descriptor, off_t(bytes)) == 0, lseek(descriptor, off_t(bytes), SEEK_SET) >= 0 else {
            throw Self.failure(Self.part(of: file).path)
        }
    }

    /// Writes all of it.
    ///
    /// - Throws: ``CommandError``; `CancellationError` if nobody reads the stream any more.
    func write(_ content: Data) throws {
        do { try PrivateFile.write(content, to: descriptor) } catch let failure as PrivateFile.Failure {
            if failure.number == EPIPE { throw ReaderLeft() }
            throw Self.failure(file.map { Self.part(of: $0).path } ?? "the output", failure)
        }
    }

    /// Keeps the state, once everything before it is on disk.
    func keep(_ state: ExportState) throws {
        guard let file else { return }
        guard fsync(descriptor) == 0 else { throw Self.failure(Self.part(of: file).path) }
        do {
            try PrivateFile.replace(Self.state(of: file), with: try JSONEncoder().encode(state))
        } catch let error as PrivateFile.Failure {
            throw Self.failure(Self.state(of: file).path, error)
        }
    }

    /// Moves the complete file to its place, and removes the state.
    func finish() throws {
        guard let file else { return }
        guard fsync(descriptor) == 0 else { throw Self.failure(Self.part(of: file).path) }
        do {
            try PrivateFile.move(Self.part(of: file), to: file)
            try PrivateFile.remove(Self.state(of: file))
        } catch let error as PrivateFile.Failure {
            throw Self.failure(file.path, error)
        }
    }

    private static func failure(_ path: String, _ failure: PrivateFile.Failure = .current()) -> CommandError {
        CommandError("\(path) cannot be written: \(failure.reason)", hint: "\(failure.remedy)", .cannotWrite)
    }
}

/// The reader of a stream wants no more, as `head` after some lines.
struct ReaderLeft: Error {}
