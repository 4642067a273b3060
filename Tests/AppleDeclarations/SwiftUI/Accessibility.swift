// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/accessibilitytraits
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // documentation/swiftui/accessibilitytraits/isheader
    public static let isHeader = AccessibilityTraits(rawValue: 1)
    // documentation/swiftui/accessibilitytraits/isselected
    public static let isSelected = AccessibilityTraits(rawValue: 2)
    // documentation/swiftui/accessibilitytraits/istoggle
    @available(iOS 17.0, macOS 14.0, *)
    public static let isToggle = AccessibilityTraits(rawValue: 8)
    // documentation/swiftui/accessibilitytraits/updatesfrequently
    public static let updatesFrequently = AccessibilityTraits(rawValue: 4)

    var standInNames: Set<String> {
        let names: [(AccessibilityTraits, String)] = [
            (.isHeader, "isHeader"), (.isSelected, "isSelected"), (.updatesFrequently, "updatesFrequently"),
            (.isToggle, "isToggle"),
        ]
        return Set(names.filter { contains($0.0) }.map(\.1))
    }
}

// documentation/swiftui/accessibilitychildbehavior
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String
    // documentation/swiftui/accessibilitychildbehavior/combine
    public static let combine = AccessibilityChildBehavior(name: "combine")
    // documentation/swiftui/accessibilitychildbehavior/ignore
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
}

extension View {
    // documentation/swiftui/view/accessibilitylabel(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View {
        let label = String(label)
        return standIn { $0.label = label }
    }

    // documentation/swiftui/view/accessibilityvalue(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityValue<Value: StringProtocol>(_ value: Value) -> some View {
        let value = String(value)
        return standIn { $0.value = value }
    }

    // documentation/swiftui/view/accessibilityhint(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityHint<Hint: StringProtocol>(_ hint: Hint) -> some View {
        let hint = String(hint)
        return standIn { $0.hint = hint }
    }

    // documentation/swiftui/view/accessibilityhidden(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { standIn { $0.isHidden = hidden } }

    // documentation/swiftui/view/accessibilityaddtraits(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        standIn { $0.traits.formUnion(traits.standInNames) }
    }

    // documentation/swiftui/view/accessibilityidentifier(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View {
        standIn { $0.identifier = identifier }
    }

    // documentation/swiftui/view/accessibilityelement(children:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        standIn { node in
            if children == .combine { node.label = node.spoken }
        }
    }
}
