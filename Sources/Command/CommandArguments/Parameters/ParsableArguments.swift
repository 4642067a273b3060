// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Synchronization

/// A group of properties that are an ``Option``, a ``Flag``, an ``Argument``, or an ``OptionGroup``.
public protocol ParsableArguments: Sendable {
    /// A required property has no value until the arguments are parsed.
    init()

    /// Checks values that depend on one another, after all were parsed.
    func validate() throws
}

extension ParsableArguments {
    public func validate() throws {}
}

/// A wrong combination of arguments, such as options that exclude each other.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
    /// The cause and the remedy, in sentences.
    public let description: String

    public init(_ message: String) { description = message }
}

typealias SectionedParameter = (section: String, parameter: Parameter)

struct Declarations: Sendable {
    private enum Entry: Sendable {
        case parameter(Parameter)
        case group(section: String, Declarations)
    }

    private final class Collector: Sendable {
        let entries = Mutex<[Entry]>([])
    }

    /// Of the group that is being created; `Mirror` instead would search all conformances for each property's type.
    @TaskLocal private static var collector: Collector?

    private let entries: [Entry]
    private let validateGroup: @Sendable () throws -> Void

    static func collect<Group: ParsableArguments>(_ type: Group.Type) -> (group: Group, declarations: Declarations) {
        let collector = Collector()
        let group = $collector.withValue(collector) { Group() }
        let entries = collector.entries.withLock { $0 }
        return (group, Declarations(entries: entries, validateGroup: { try group.validate() }))
    }

    /// Adds a parameter to the group that is being created; outside of ``collect(_:)``, this does nothing.
    static func add(_ parameter: Parameter) { add(.parameter(parameter)) }

    static func add(_ group: Declarations, section: String) { add(.group(section: section, group)) }

    private static func add(_ entry: Entry) { collector?.entries.withLock { $0.append(entry) } }

    /// All parameters, those of inner groups in place; a group without a section is part of the outer one's.
    func parameters(in section: String = "") -> [SectionedParameter] {
        entries.flatMap { entry -> [SectionedParameter] in
            switch entry {
            case .parameter(let parameter): [(section, parameter)]
            case .group(let ownSection, let group): group.parameters(in: ownSection.isEmpty ? section : ownSection)
            }
        }
    }

    func validate() throws {
        for case .group(_, let group) in entries { try group.validate() }
        try validateGroup()
    }
}
