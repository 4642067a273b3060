// SPDX-License-Identifier: Apache-2.0

/// A positional argument: a value without a name.
///
/// ```swift
/// @Argument("<text>", help: "The text of the task. Several words need no quotes.") var words: [String]
/// ```
@propertyWrapper package struct Argument<Value: Sendable>: Sendable {
    private let storage: Storage<Value>

    /// The value, once the arguments are parsed.
    package var wrappedValue: Value { storage.value }

    private init(_ storage: Storage<Value>, _ parameter: Parameter) {
        self.storage = storage
        Declarations.add(parameter)
    }
}

extension Argument where Value: ExpressibleByArgument {
    /// Declares a required argument.
    package init(_ name: String, help: String) {
        let storage = Storage<Value>(nil)
        let parameter = Parameter(.argument, name, help: help, isRequired: true) { storage.set($0) }
        self.init(storage, parameter)
    }
}

extension Argument {
    /// Declares an optional argument.
    package init<Wrapped: ExpressibleByArgument>(_ name: String, help: String) where Value == Wrapped? {
        let storage = Storage<Value>(.some(nil))
        let parameter = Parameter(.argument, name, help: help) { (value: Wrapped) in storage.set(value) }
        self.init(storage, parameter)
    }

    /// Declares an argument with one or more values.
    package init<Element: ExpressibleByArgument>(_ name: String, help: String) where Value == [Element] {
        self.init([], name, help: help, isRequired: true)
    }

    /// Declares an argument with any number of values; those of the command line replace the defaults.
    package init<Element: ExpressibleByArgument>(wrappedValue: [Element], _ name: String, help: String)
    where Value == [Element] {
        self.init(wrappedValue, name, help: help, isRequired: false)
    }

    private init<Element: ExpressibleByArgument>(
        _ defaultValues: [Element], _ name: String, help: String, isRequired: Bool
    ) where Value == [Element] {
        let storage = Storage<Value>(defaultValues)
        let parameter = Parameter(.argument, name, help: help, isRequired: isRequired, isRepeatable: true) {
            (value: Element) in storage.append(value)
        }
        self.init(storage, parameter)
    }
}
