// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Dispatch
import PortableFoundation
import HTTPTransport
import OAuthMessages
import SignInProvider
import Synchronization

/// The few functions of libsecret and GLib that look up a password by name in the Secret Service.
///
/// It uses only functions with a hash table, because Swift cannot call variadic C functions. They block: call them off
/// the cooperative pool.
struct LibSecret: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias Hash = @convention(c) (Pointer?) -> UInt32
    private typealias Equal = @convention(c) (Pointer?, Pointer?) -> Int32
    private typealias NewTable = @convention(c) (Hash, Equal) -> Pointer?
    private typealias Insert = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32
    private typealias Lookup = @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> UnsafeMutablePointer<CChar>?
    private typealias Store =
        @convention(c) (
            Pointer?, Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>, Pointer?, Pointer?
        ) -> Int32
    private typealias Clear = @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Int32
    private typealias Release = @convention(c) (Pointer?) -> Void

    /// The handle from `dlopen`, as a number, because a pointer cannot be sent to another thread.
    private let library: UInt

    init() throws {
        guard let library = dlopen("libsecret-1.so.0", RTLD_NOW) else {
            throw KeyringFailure(reason: "libsecret is not installed")
        }
        self.library = UInt(bitPattern: library)
    }

    /// Also stops GIO from ending the program when the session ends.
    func connect(until cancellation: Cancellation) throws {
        let get: @convention(c) (Int32, Pointer?, Pointer?) -> Pointer? = try function("g_bus_get_sync")
        let stay: @convention(c) (Pointer?, Int32) -> Void = try function("g_dbus_connection_set_exit_on_close")
        let release: Release = try function("g_object_unref")
        let sessionBus: Int32 = 2
        let connection = try reporting { get(sessionBus, cancellation.object, $0) }
        guard let connection else { throw KeyringFailure(reason: "the session bus is unreachable") }
        stay(connection, 0)
        release(connection)
    }

    func lookUp(_ name: String, until cancellation: Cancellation) throws -> Redacted<String>? {
        let lookup: Lookup = try function("secret_password_lookupv_sync")
        let free: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = try function("secret_password_free")
        let found = try withAttributes(name) { table in
            try reporting { lookup(nil, table, cancellation.object, $0) }
        }
        guard let found else { return nil }
        defer { free(found) }
        return Redacted(String(cString: found))
    }

    /// Uses the user's default keyring.
    func store(_ password: Redacted<String>, as name: String, label: String, until cancellation: Cancellation) throws {
        let store: Store = try function("secret_password_storev_sync")
        let isKept = try withAttributes(name) { table in
            try reporting { store(nil, table, nil, label, password.revealed, cancellation.object, $0) }
        }
        guard isKept != 0 else { throw KeyringFailure(reason: "it did not store the key") }
    }

    func clear(_ name: String, until cancellation: Cancellation) throws {
        let clear: Clear = try function("secret_password_clearv_sync")
        _ = try withAttributes(name) { table in try reporting { clear(nil, table, cancellation.object, $0) } }
    }

    private func withAttributes<Result>(_ name: String, _ body: (Pointer?) throws -> Result) throws -> Result {
        let newTable: NewTable = try function("g_hash_table_new")
        let insert: Insert = try function("g_hash_table_insert")
        let release: Release = try function("g_hash_table_unref")
        let table = newTable(try function("g_str_hash"), try function("g_str_equal"))
        defer { release(table) }
        let texts = ["xdg:schema", "dev.tessera.SealingKey", "name", name].map { text in text.withCString { strdup($0) }
        }
        defer { for text in texts { free(text) } }
        _ = insert(table, texts[0], texts[1])
        _ = insert(table, texts[2], texts[3])
        return try body(table)
    }

    private func reporting<Result>(_ call: (Pointer?) -> Result) throws -> Result {
        var error: Pointer?
        let result = withUnsafeMutablePointer(to: &error) { call(Pointer($0)) }
        guard let error else { return result }
        let free: Release = try function("g_error_free")
        defer { free(error) }
        // The message follows a domain and a code of four bytes each.
        let message = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
        throw KeyringFailure(reason: message ?? "it failed without a message")
    }

    func function<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
        guard let symbol = dlsym(Pointer(bitPattern: library), name) else {
            throw KeyringFailure(reason: "libsecret has no \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}

extension LibSecret {
    /// GLib's object that makes a call return early.
    struct Cancellation: Sendable {
        private let address: UInt
        private let cancelling: @convention(c) (Pointer?) -> Void
        private let releasing: @convention(c) (Pointer?) -> Void

        var object: Pointer? { Pointer(bitPattern: address) }

        fileprivate init(of library: LibSecret) throws {
            cancelling = try library.function("g_cancellable_cancel")
            releasing = try library.function("g_object_unref")
            let new: @convention(c) () -> Pointer? = try library.function("g_cancellable_new")
            address = UInt(bitPattern: new())
        }

        fileprivate func cancel() { cancelling(object) }
        fileprivate func release() { releasing(object) }
    }

    /// Uses another thread, and stops waiting at the deadline even if the library does not return.
    static func answer<Answer: Sendable>(
        within deadline: Duration, to question: @escaping @Sendable (LibSecret, Cancellation) throws -> Answer
    ) async throws -> Answer {
        let library = try await offThePool { try LibSecret() }
        let cancellation = try Cancellation(of: library)
        return try await withCheckedThrowingContinuation { continuation in
            let first = FirstAnswer(continuation)
            DispatchQueue.global().async {
                let answer = Result {
                    try library.connect(until: cancellation)
                    return try question(library, cancellation)
                }
                // Only a call that ended in time releases it: a late call may still use it.
                first.give(answer) { cancellation.release() }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + deadline.timeInterval) {
                let late = KeyringFailure(reason: "it does not respond; it may be locked")
                first.give(.failure(late)) { cancellation.cancel() }
            }
        }
    }
}

private final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer, any Error>?>

    init(_ continuation: CheckedContinuation<Answer, any Error>) { self.continuation = Mutex(continuation) }

    func give(_ answer: Result<Answer, any Error>, cleanUp: () -> Void) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            if waiting != nil { cleanUp() }
            return waiting
        }
        waiting?.resume(with: answer)
    }
}
#endif
