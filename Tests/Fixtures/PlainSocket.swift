// SPDX-License-Identifier: Apache-2.0

/// A stream socket on plain system calls, so that no defect of our own engine is on both sides of a test; its calls
/// block their thread.
package final class PlainSocket: Sendable {
    #if canImport(Darwin)
    package static let stream = SOCK_STREAM
    private static let sendFlags: Int32 = 0
    #else
    package static let stream = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Closes the descriptor on the first call; further calls have no effect.
    private let handle: FileHandle

    /// Calls without progress for a minute throw `EAGAIN`.
    package convenience init(connectedTo port: Int, of host: String = "127.0.0.1") throws(POSIXError) {
        try self.init(at: host, port) { descriptor, address in
            Self.limitWaiting(at: descriptor)
            return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
        }
    }

    /// A path of more than a hundred bytes throws `ENAMETOOLONG`.
    package convenience init(connectedTo file: URL) throws(POSIXError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(file.path.utf8)
        guard path.count <= 100 else { throw POSIXError(.ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, Self.stream, 0)
        guard descriptor >= 0 else { throw .last }
        self.init(owning: descriptor)
        Self.limitWaiting(at: descriptor)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else { throw .last }
    }

    /// Listens at a port of 127.0.0.1; 0 picks a free one.
    package convenience init(listeningAt port: Int) throws(POSIXError) {
        try self.init(at: "127.0.0.1", port) { descriptor, address in
            Self.set(SO_REUSEADDR, of: descriptor, Int32(1))
            return bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 && listen(descriptor, 128) == 0
        }
    }

    /// Binds a free port of 127.0.0.1 without listening: connections are refused, and no other program gets the port.
    package static func withoutListening() throws(POSIXError) -> PlainSocket {
        try PlainSocket(at: "127.0.0.1", 0) { bind($0, $1.ai_addr, $1.ai_addrlen) == 0 }
    }

    /// At the host's first address where `use` succeeds.
    private init(
        at host: String, _ port: Int, _ use: (_ descriptor: Int32, _ address: addrinfo) -> Bool
    ) throws(POSIXError) {
        var hints = addrinfo()
        hints.ai_socktype = Self.stream
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        defer { freeaddrinfo(found) }
        var failure = POSIXError(.EADDRNOTAVAIL)
        var next = found
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
            guard descriptor >= 0 else {
                failure = .last
                continue
            }
            let opened = Self.owning(descriptor)
            if use(descriptor, address) {
                handle = opened
                return
            }
            failure = .last
        }
        throw failure
    }

    private init(owning descriptor: Int32) { handle = Self.owning(descriptor) }

    private static func owning(_ descriptor: Int32) -> FileHandle {
        // A child process must not keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        set(TCP_NODELAY, at: Int32(IPPROTO_TCP), of: descriptor, Int32(1))
        #if canImport(Darwin)
        set(SO_NOSIGPIPE, of: descriptor, Int32(1))
        #endif
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func limitWaiting(at descriptor: Int32) {
        let minute = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { set(option, of: descriptor, minute) }
    }

    private static func set(_ option: Int32, at level: Int32 = SOL_SOCKET, of descriptor: Int32, _ value: some Any) {
        withUnsafeBytes(of: value) { _ = setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) }
    }

    package var descriptor: Int32 { handle.fileDescriptor }

    package var port: Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a client; `nil` if it no longer listens.
    package func accepted() -> PlainSocket? {
        let client = accept(descriptor, nil, nil)
        return client >= 0 ? PlainSocket(owning: client) : nil
    }

    /// Waits for bytes; `nil` at the end, or after a reset.
    package func read() throws(POSIXError) -> Data? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 { return count > 0 ? Data(buffer.prefix(count)) : nil }
            if errno == ECONNRESET { return nil }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Sends bytes.
    ///
    /// - Throws: `POSIXError`, such as `EPIPE` or `ECONNRESET` if the connection has ended.
    package func write(_ data: Data) throws(POSIXError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
            guard count >= 0 || errno == EINTR else { throw .last }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Waits until the other side sends or closes, at most this long.
    package func waitForInput(milliseconds: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, milliseconds)
    }

    /// Ends both directions, and with them waiting calls.
    package func finish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    package func close() { try? handle.close() }

    package func reset() {
        Self.set(SO_LINGER, of: descriptor, linger(l_onoff: 1, l_linger: 0))
        close()
    }
}

extension POSIXError {
    fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
}
