// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

extension Transport {
    /// Downloads a file, which appears under its name only when it is complete.
    ///
    /// The bytes first go to a file beside it, which is removed after an error or a cancellation. With `resuming`, that
    /// file stays if the server can send the rest, and the next download of the same URL, including its query, resumes.
    /// If the file has changed meanwhile, the download restarts.
    ///
    /// - Parameters:
    ///   - request: The request; a request with its own `Range` is never resumed.
    ///   - file: The file to create or replace.
    ///   - isResuming: Whether to resume an earlier download, and to let a later one resume this one.
    ///   - report: Receives the progress, including the bytes of an earlier download; it must not block.
    /// - Returns: The response without its body if the file was stored, otherwise an error response with its body.
    /// - Throws: The same errors as ``stream(_:body:)``, or an error of the body; ``TransportError`` (`connectionLost`)
    ///   for a body that ends early; `POSIXError` for a file that cannot be written, or that another download is
    ///   resuming.
    @discardableResult
    public func download(
        _ request: HTTPRequest, to file: URL, resuming isResuming: Bool = false,
        reporting report: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> TransportResponse {
        let isKept = isResuming && request.headerFields[.range] == nil
        let part = try await offThePool { try PartialFile(beside: file, isKept: isKept) }
        do {
            let response = try await fetch(request, into: part, report)
            if response.isStored {
                try await offThePool { try part.move(to: file) }
            } else {
                try await offThePool { part.leave() }
            }
            return response.answer
        } catch {
            try await offThePool { part.leave() }
            throw error
        }
    }

    private func fetch(
        _ request: HTTPRequest, into part: PartialFile, _ report: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> (answer: TransportResponse, isStored: Bool) {
        var request = request
        // Positions in compressed content would not be those of the file.
        if request.headerFields[.acceptEncoding] == nil { request.headerFields[.acceptEncoding] = "identity" }
        let address = request.noteAddress
        var start = try await offThePool { try part.start(from: address) }
        while true {
            let response = try await stream(start?.request(request) ?? request)
            let head = TransportResponse(head: response.head)
            switch DownloadAnswer(response.head, after: start) {
            case .refusal where response.status.code == 206 && request.headerFields[.range] != nil, .whole:
                let validator = DownloadStart.validator(of: response.head)
                try await offThePool { try part.begin(from: address, validator: validator) }
                let expected = TransferProgress(bytes: 0, total: response.length)
                try await part.append(response.body, from: expected, naming: request, report)
                return (head, true)
            case .rest(let total):
                let expected = TransferProgress(bytes: start?.length ?? 0, total: total)
                try await part.append(response.body, from: expected, naming: request, report)
                return (head, true)
            case .complete:
                await response.discard()
                return (head, true)
            case .startAgain:
                await response.discard()
                start = nil
            case .refusal: return (try await response.collect(), false)
            }
        }
    }
}

extension PartialFile {
    private static let pieceBytes = 1 << 20

    fileprivate func append(
        _ content: ByteChunks, from progress: TransferProgress, naming request: HTTPRequest,
        _ report: (@Sendable (TransferProgress) -> Void)?
    ) async throws {
        var (bytes, gathered) = (progress.bytes, Data())
        do {
            for try await chunk in content {
                gathered.append(chunk)
                bytes += Int64(chunk.count)
                report?(TransferProgress(bytes: bytes, total: progress.total))
                guard gathered.count >= Self.pieceBytes else { continue }
                let full = gathered
                gathered.removeAll(keepingCapacity: true)
                try await offThePool { try self.write(full) }
            }
        } catch {
            // A later download resumes after the last byte received.
            let rest = gathered
            try await offThePool { try self.write(rest) }
            throw error
        }
        let rest = gathered
        try await offThePool { try self.write(rest) }
        guard progress.total ?? bytes == bytes else {
            throw TransportError(.connectionLost, "\(request.placeWithoutQuery) did not send the complete content")
        }
        report?(TransferProgress(bytes: bytes, total: bytes))
    }
}
