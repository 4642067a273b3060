// SPDX-License-Identifier: Apache-2.0
package import SignInProvider
import Synchronization

/// The registrations of a program, by name; account stores that share the value see each change.
package final class CurrentRegistrations: Sendable {
    private let byName: Mutex<[String: ClientRegistration]>

    /// Creates it with the first registrations; the last of two with one name counts.
    package init(_ registrations: [ClientRegistration] = []) { byName = Mutex(Self.table(registrations)) }

    /// Takes other registrations, such as the same ones with new secrets.
    package func replace(with registrations: [ClientRegistration]) {
        let table = Self.table(registrations)
        byName.withLock { $0 = table }
    }

    subscript(name: String) -> ClientRegistration? { byName.withLock { $0[name] } }

    private static func table(_ registrations: [ClientRegistration]) -> [String: ClientRegistration] {
        Dictionary(registrations.map { ($0.name, $0) }) { _, last in last }
    }
}
