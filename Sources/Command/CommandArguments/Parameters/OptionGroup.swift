// SPDX-License-Identifier: Apache-2.0

/// A group of arguments that several commands share.
///
/// `Value` has no protocol requirement here. With one, Swift would search all conformances of the program to create the
/// metadata of the generic type, which delays the start.
@propertyWrapper package struct OptionGroup<Value: Sendable>: Sendable {
    /// The group.
    package let wrappedValue: Value

    /// Declares a group.
    ///
    /// - Parameter title: The title of its section in the help; without one, the group is part of `OPTIONS`.
    package init(title: String = "") where Value: ParsableArguments {
        let (group, declarations) = Declarations.collect(Value.self)
        wrappedValue = group
        Declarations.add(declarations, section: title)
    }
}
