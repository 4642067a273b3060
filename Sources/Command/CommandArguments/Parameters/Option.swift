// SPDX-License-Identifier: Apache-2.0

/// An option: a name with a value.
///
/// `help` explains it in a sentence; `more` adds a paragraph to the help. Shells complete `<file>` and `<folder>` with
/// paths; this holds for an ``Argument``, too.
///
/// ```swift
/// @Option("-X, --request <method>", help: "The HTTP method.") var method: String?
/// ```
@propertyWrapper package struct Option<Value: Sendable>: Sendable {
    /// The number of values after each name of an option with several values.
    package enum ArrayParsing: Sendable {
        /// One.
        case singleValue
        /// All words up to the next name, at least one.
        case upToNextOption
    }

    private let storage: Storage<Value>

    /// The value, once the arguments are parsed.
    package var wrappedValue: Value { storage.value }

    private init(_ storage: Storage<Value>, _ parameter: Parameter) {
        self.storage = storage
        Declarations.add(parameter)
    }
}

extension Option where Value: ExpressibleByArgument {
    /// Declares an option with a default, which the help shows.
    package init(wrappedValue: Value, _ names: String, help: String, more: String = "") {
        let storage = Storage(wrappedValue)
        let parameter = Parameter(
            .option(takesSeveral: false), names, help: help, more: more,
            defaultDescription: wrappedValue.defaultValueDescription
        ) { storage.set($0) }
        self.init(storage, parameter)
    }

    /// Declares a required option.
    package init(_ names: String, help: String, more: String = "") {
        let storage = Storage<Value>(nil)
        let parameter = Parameter(.option(takesSeveral: false), names, help: help, more: more, isRequired: true) {
            storage.set($0)
        }
        self.init(storage, parameter)
    }
}

extension Option {
    /// Declares an option without a default.
    package init<Wrapped: ExpressibleByArgument>(_ names: String, help: String, more: String = "")
    where Value == Wrapped? {
        let storage = Storage<Value>(.some(nil))
        let parameter = Parameter(.option(takesSeveral: false), names, help: help, more: more) { (value: Wrapped) in
            storage.set(value)
        }
        self.init(storage, parameter)
    }

    /// Declares an option without a default, with a function that parses its value.
    ///
    /// The user sees the description of the error that `transform` throws.
    package init<Wrapped: Sendable>(
        _ names: String, help: String, more: String = "",
        transform: @escaping @Sendable (String) throws -> Wrapped
    ) where Value == Wrapped? {
        let storage = Storage<Value>(.some(nil))
        let parameter = Parameter(.option(takesSeveral: false), names, help: help, more: more) { text in
            storage.set(try transform(text))
        }
        self.init(storage, parameter)
    }

    /// Declares an option that can be repeated; the values of the command line replace the defaults.
    package init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], _ names: String, parsing: ArrayParsing = .singleValue, help: String, more: String = ""
    ) where Value == [Element] {
        let storage = Storage(wrappedValue)
        let kind = Parameter.Kind.option(takesSeveral: parsing == .upToNextOption)
        let parameter = Parameter(kind, names, help: help, more: more, isRepeatable: true) { (value: Element) in
            storage.append(value)
        }
        self.init(storage, parameter)
    }
}
