// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The value of a property wrapper, shared by all copies of its command; the parser sets it before the command runs.
final class Storage<Value: Sendable>: Sendable {
    private struct Content {
        var value: Value?
        /// Whether the value is from the command line, not the default.
        var isGiven = false
    }

    private let content: Mutex<Content>

    /// Creates a storage; without a default, the value must be set before it is read.
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
}
