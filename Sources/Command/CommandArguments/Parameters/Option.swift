// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Synchronization

/// An option: a name with a value.
///
/// `help` explains it in a sentence; `more` adds a paragraph to the help. Shells complete `<file>` and `<folder>` with
/// paths; this holds for an ``Argument``, too.
///
/// ```swift
/// @Option("-X, --request <method>", help: "The HTTP method.") var method: String?
/// ```
@propertyWrapper public struct Option<Value: Sendable>: Sendable {
    public enum ArrayParsing: Sendable {
        case singleValue
        /// All words up to the next name, at least one.
        case upToNextOption
    }

    private let storage: Storage<Value>

    public var wrappedValue: Value { storage.value }
}

extension Option where Value: ExpressibleByArgument {
    public init(wrappedValue: Value, _ names: String, help: String, more: String = "") {
        storage = Storage(wrappedValue)
        storage.declare(
            .option(takesSeveral: false), names, help: help, more: more,
            defaultDescription: wrappedValue.defaultValueDescription
        ) { $0.set($1) }
    }

    public init(_ names: String, help: String, more: String = "") {
        storage = Storage(nil)
        storage.declare(.option(takesSeveral: false), names, help: help, more: more, isRequired: true) { $0.set($1) }
    }
}

extension Option {
    public init<Wrapped: ExpressibleByArgument>(_ names: String, help: String, more: String = "")
    where Value == Wrapped? {
        storage = Storage(.some(nil))
        storage.declare(.option(takesSeveral: false), names, help: help, more: more) { (storage, value: Wrapped) in
            storage.set(value)
        }
    }

    /// The user sees the description of the error that `transform` throws.
    public init<Wrapped: Sendable>(
        _ names: String, help: String, more: String = "",
        transform: @escaping @Sendable (String) throws -> Wrapped
    ) where Value == Wrapped? {
        storage = Storage(.some(nil))
        Declarations.add(
            Parameter(.option(takesSeveral: false), names, help: help, more: more) { [storage] text in
                storage.set(try transform(text))
            })
    }

    /// Declares an option that can be repeated; the values of the command line replace the defaults.
    public init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], _ names: String, parsing: ArrayParsing = .singleValue, help: String, more: String = ""
    ) where Value == [Element] {
        storage = Storage(wrappedValue)
        let kind = Parameter.Kind.option(takesSeveral: parsing == .upToNextOption)
        storage.declare(kind, names, help: help, more: more, isRepeatable: true) { $0.append($1) }
    }
}

/// A positional argument: a value without a name.
///
/// ```swift
/// @Argument("<text>", help: "The text of the task. Several words need no quotes.") var words: [String]
/// ```
@propertyWrapper public struct Argument<Value: Sendable>: Sendable {
    private let storage: Storage<Value>

    public var wrappedValue: Value { storage.value }
}

extension Argument where Value: ExpressibleByArgument {
    public init(_ name: String, help: String) {
        storage = Storage(nil)
        storage.declare(.argument, name, help: help, isRequired: true) { $0.set($1) }
    }
}

extension Argument {
    public init<Wrapped: ExpressibleByArgument>(_ name: String, help: String) where Value == Wrapped? {
        storage = Storage(.some(nil))
        storage.declare(.argument, name, help: help) { (storage, value: Wrapped) in storage.set(value) }
    }

    public init<Element: ExpressibleByArgument>(_ name: String, help: String) where Value == [Element] {
        storage = Storage([])
        storage.declare(.argument, name, help: help, isRequired: true, isRepeatable: true) { $0.append($1) }
    }

    /// Declares an argument with any number of values; those of the command line replace the defaults.
    public init<Element: ExpressibleByArgument>(wrappedValue: [Element], _ name: String, help: String)
    where Value == [Element] {
        storage = Storage(wrappedValue)
        storage.declare(.argument, name, help: help, isRepeatable: true) { $0.append($1) }
    }
}

/// A flag: a name without a value; repeating it has no further effect.
///
/// ```swift
/// @Flag("--json", help: "Print the result as JSON.") var json = false
/// ```
@propertyWrapper public struct Flag: Sendable {
    private let storage: Storage<Bool>

    public var wrappedValue: Bool { storage.value }

    /// Declares a flag; its default must be `false`.
    public init(wrappedValue: Bool, _ names: String, help: String) {
        precondition(!wrappedValue, "a flag that is on by default has no use")
        storage = Storage(wrappedValue)
        Declarations.add(Parameter(.flag, names, help: help) { [storage] _ in storage.set(true) })
    }
}

/// A group of arguments that several commands share.
///
/// `Value` has no protocol requirement here. With one, Swift would search all conformances of the program to create the
/// metadata of the generic type, which delays the start.
@propertyWrapper public struct OptionGroup<Value: Sendable>: Sendable {
    public let wrappedValue: Value

    /// The title heads a section of the help; without one, the group is part of `OPTIONS`.
    public init(title: String = "") where Value: ParsableArguments {
        let (group, declarations) = Declarations.collect(Value.self)
        wrappedValue = group
        Declarations.add(declarations, section: title)
    }
}

/// The value of a property wrapper, shared by all copies of its command; the parser sets it before the command runs.
private final class Storage<Value: Sendable>: Sendable {
    private struct Content {
        var value: Value?
        var isGiven = false
    }

    private let content: Mutex<Content>

    init(_ defaultValue: Value?) { content = Mutex(Content(value: defaultValue)) }

    var value: Value {
        guard let value = content.withLock({ $0.value }) else {
            preconditionFailure("a required argument was read before the arguments were parsed")
        }
        return value
    }

    func set(_ value: Value) { content.withLock { $0 = Content(value: value, isGiven: true) } }

    /// Adds a value from the command line; the first one replaces the default.
    func append<Element>(_ element: Element) where Value == [Element] {
        content.withLock { content in
            if !content.isGiven { content = Content(value: [], isGiven: true) }
            content.value?.append(element)
        }
    }

    /// Adds a parameter to the group that is being created, whose values `store` puts here.
    func declare<Input: ExpressibleByArgument>(
        _ kind: Parameter.Kind, _ declaration: String, help: String, more: String = "", isRequired: Bool = false,
        isRepeatable: Bool = false, defaultDescription: String? = nil,
        _ store: @escaping @Sendable (Storage, Input) -> Void
    ) {
        Declarations.add(
            Parameter(
                kind, declaration, help: help, more: more, isRequired: isRequired, isRepeatable: isRepeatable,
                defaultDescription: defaultDescription, allowedValues: Input.allValueStrings,
                isNumeric: Input.isNumeric
            ) { [self] text in
                guard let value = Input(argument: text) else { throw InvalidValue() }
                store(self, value)
            })
    }
}
