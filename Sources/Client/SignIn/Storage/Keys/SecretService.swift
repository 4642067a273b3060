// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import PortableFoundation

/// The Secret Service of a desktop session, such as GNOME Keyring or KWallet.
///
/// The program loads the library at run time, so that neither the build nor a server needs it. A locked service asks
/// the person for a password. Without a screen for that question, a call gives up after five seconds.
struct SecretService: Keyring {
    let deadline: Duration

    /// The service of the program's session; `nil` if it belongs to none.
    static func ofSession(_ environment: [String: String]) -> SecretService? {
        let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        guard
            environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false
                || bus.map(FileManager.default.fileExists(atPath:)) == true
        else { return nil }
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        return SecretService(deadline: hasScreen ? .seconds(60) : .seconds(5))
    }

    func key(named name: String) async throws -> SealingKey? {
        guard let text = try await asked({ try $0.lookUp(name, until: $1) }) else { return nil }
        return SealingKey(text.revealed)
    }

    func keep(_ key: SealingKey, named name: String, label: String) async throws {
        try await asked { try $0.store(key.text, as: name, label: label, until: $1) }
    }

    func forget(named name: String) async throws {
        try await asked { try $0.clear(name, until: $1) }
    }

    private func asked<Answer: Sendable>(
        _ question: @escaping @Sendable (LibSecret, LibSecret.Cancellation) throws -> Answer
    ) async throws -> Answer {
        try await LibSecret.answer(within: deadline, to: question)
    }
}
#endif

/// A service of the system that keeps keys for a logged-in person.
protocol Keyring: Sendable {
    /// The key of a name; `nil` if the keyring has none.
    ///
    /// - Throws: ``KeyringFailure``.
    func key(named name: String) async throws -> SealingKey?

    /// Keeps a key; the person sees its label in the keyring.
    func keep(_ key: SealingKey, named name: String, label: String) async throws

    /// Removes a key.
    ///
    /// - Throws: ``KeyringFailure``.
    func forget(named name: String) async throws
}

/// The reason of a keyring's failure, in its own words.
struct KeyringFailure: Error {
    let reason: String
}
