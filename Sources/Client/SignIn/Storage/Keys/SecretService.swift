// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import PortableFoundation

/// The Secret Service of a desktop session, such as GNOME Keyring or KWallet.
///
/// The library is loaded at run time, so that neither the build nor a server needs it. A locked service prompts the
/// user for a password. Without a screen for the prompt, a call times out after five seconds.
struct SecretService: Keyring {
    let deadline: Duration

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

    func forget(named name: String) async throws { try await asked { try $0.clear(name, until: $1) } }

    private func asked<Answer: Sendable>(
        _ question: @escaping @Sendable (LibSecret, LibSecret.Cancellation) throws -> Answer
    ) async throws -> Answer {
        try await LibSecret.answer(within: deadline, to: question)
    }
}
#endif

protocol Keyring: Sendable {
    /// - Throws: ``KeyringFailure``.
    func key(named name: String) async throws -> SealingKey?

    /// The user sees the label in the keyring.
    func keep(_ key: SealingKey, named name: String, label: String) async throws

    /// - Throws: ``KeyringFailure``.
    func forget(named name: String) async throws
}

struct KeyringFailure: Error {
    let reason: String
}
