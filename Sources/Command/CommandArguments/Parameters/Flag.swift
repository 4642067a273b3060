// SPDX-License-Identifier: Apache-2.0

/// A flag: a name without a value; repeating it has no further effect.
///
/// ```swift
/// @Flag("--json", help: "Print the result as JSON.") var json = false
/// ```
@propertyWrapper package struct Flag: Sendable {
    private let storage: Storage<Bool>

    /// Whether the flag was given, once the arguments are parsed.
    package var wrappedValue: Bool { storage.value }

    /// Declares a flag; its default must be `false`.
    package init(wrappedValue: Bool, _ names: String, help: String) {
        precondition(!wrappedValue, "a flag that is on by default has no use")
        let storage = Storage(wrappedValue)
        self.storage = storage
        Declarations.add(Parameter(.flag, names, help: help) { _ in storage.set(true) })
    }
}
