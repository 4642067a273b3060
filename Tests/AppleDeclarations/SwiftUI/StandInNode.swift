// SPDX-License-Identifier: Apache-2.0

/// A part of a rendered view: its text, its words for VoiceOver, and the actions of a touch.
@MainActor public struct StandInNode {
    /// Apple's name of the view, such as `Button`.
    public var kind: String
    /// The text that is seen.
    public var text: String?
    /// The label for VoiceOver, in place of the text.
    public var label: String?
    /// The value for VoiceOver, such as the state of a switch.
    public var value: String?
    /// The hint for VoiceOver.
    public var hint: String?
    /// The name for UI tests.
    public var identifier: String?
    public var traits: Set<String> = []
    public var isDisabled = false
    /// Whether VoiceOver leaves it out.
    public var isHidden = false
    public var children: [StandInNode] = []
    /// The actions of a person, by name: `tap`, `submit`, `refresh`, and others.
    public var actions: [String: @MainActor () async -> Void] = [:]
    /// The value that selects it in a picker.
    public var tag: AnyHashable?
    /// Types a text.
    public var type: (@MainActor (String) -> Void)?

    init(_ kind: String, text: String? = nil, children: [StandInNode] = []) {
        (self.kind, self.text, self.children) = (kind, text, children)
    }

    /// The words of VoiceOver: the label, or else the texts inside.
    public var spoken: String {
        label
            ?? ([text].compactMap(\.self) + children.filter { !$0.isHidden }.map(\.spoken)).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// This node and all inside, in reading order.
    public var all: [StandInNode] { [self] + children.flatMap(\.all) }

    /// The nodes of a kind.
    public func all(_ kind: String) -> [StandInNode] { all.filter { $0.kind == kind } }

    /// The first node of a kind with these words, this text or this identifier.
    public func find(_ kind: String, _ name: String) -> StandInNode? {
        all(kind).first { [$0.spoken, $0.text, $0.identifier].contains(name) }
    }

    /// Every text that is seen, in order.
    public var texts: [String] { all.compactMap(\.text) }

    /// Carries out an action, unless the node is disabled.
    ///
    /// - Returns: Whether it was carried out.
    @discardableResult public func act(_ name: String = "tap") async -> Bool {
        guard !isDisabled, let action = actions[name] else { return false }
        await action()
        return true
    }

    /// The tree with a line for each node, for a test to compare or to read.
    public var outline: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        var line = kind
        if let text { line += " '\(text)'" }
        if let label { line += " says '\(label)'" }
        if let value { line += " = '\(value)'" }
        if let hint { line += " (\(hint))" }
        if let identifier { line += " #\(identifier)" }
        if !traits.isEmpty { line += " \(traits.sorted())" }
        if isDisabled { line += " disabled" }
        if isHidden { line += " hidden" }
        let doing = actions.keys.filter { $0 != "tap" }.sorted()
        if !doing.isEmpty { line += " does \(doing.joined(separator: ", "))" }
        return [line] + children.flatMap(\.lines).map { "  \($0)" }
    }
}
