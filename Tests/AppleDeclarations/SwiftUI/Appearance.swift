// SPDX-License-Identifier: Apache-2.0

public import Foundation

// documentation/swiftui/font
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Font: Hashable, Sendable {
    private let name: String
    // documentation/swiftui/font/title
    public static let title = Font(name: "title")
    // documentation/swiftui/font/headline
    public static let headline = Font(name: "headline")
    // documentation/swiftui/font/body
    public static let body = Font(name: "body")
    // documentation/swiftui/font/subheadline
    public static let subheadline = Font(name: "subheadline")
    // documentation/swiftui/font/footnote
    public static let footnote = Font(name: "footnote")
}

// documentation/swiftui/shapestyle
@available(iOS 13.0, macOS 10.15, *)
public protocol ShapeStyle: Sendable {}

// documentation/swiftui/hierarchicalshapestyle
@available(iOS 15.0, macOS 12.0, *)
nonisolated public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    // documentation/swiftui/shapestyle/secondary
    @available(iOS 15.0, macOS 12.0, *)
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    // documentation/swiftui/shapestyle/quaternary
    @available(iOS 15.0, macOS 12.0, *)
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

// documentation/swiftui/fillstyle
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct FillStyle: Equatable, Sendable {
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

// documentation/swiftui/alignment
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Alignment: Equatable, Sendable {
    // documentation/swiftui/alignment/center
    public static let center = Alignment()
}

// documentation/swiftui/color
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Color: Hashable, Sendable {}

extension Text {
    // documentation/swiftui/text/linestyle
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public struct LineStyle: Hashable, Sendable {
        // documentation/swiftui/text/linestyle/pattern
        @available(iOS 15.0, macOS 12.0, *)
        nonisolated public struct Pattern: Sendable {
            // documentation/swiftui/text/linestyle/pattern/solid
            @available(iOS 15.0, macOS 12.0, *)
            public static let solid = Pattern()
        }
    }
}

// documentation/swiftui/shape
@available(iOS 13.0, macOS 10.15, *)
public protocol Shape: Sendable {}

// documentation/swiftui/circle
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Circle: Shape { public init() {} }

extension Shape where Self == Circle {
    // documentation/swiftui/shape/circle
    @available(iOS 13.0, macOS 10.15, *)
    public static var circle: Circle { Circle() }
}

extension View {
    // documentation/swiftui/view/font(_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func font(_ font: Font?) -> some View { self }

    // documentation/swiftui/view/foregroundstyle(_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { self }

    // documentation/swiftui/view/background(_:in:fillstyle:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func background<Style: ShapeStyle, Outline: Shape>(
        _ style: Style, in shape: Outline, fillStyle: FillStyle = FillStyle()
    ) -> some View { self }

    // documentation/swiftui/view/clipshape(_:style:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func clipShape<Outline: Shape>(
        _ shape: Outline, style: FillStyle = FillStyle()
    ) -> some View { self }

    // documentation/swiftui/view/padding(_:)-68shk
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func padding(_ length: CGFloat) -> some View { self }

    // documentation/swiftui/view/frame(width:height:alignment:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }

    // documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }

    // documentation/swiftui/view/scaledtofill()
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func scaledToFill() -> some View { self }

    // documentation/swiftui/view/textselection(_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func textSelection<Selectability: TextSelectability>(
        _ selectability: Selectability
    ) -> some View { self }

    // documentation/swiftui/view/strikethrough(_:pattern:color:)
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { self }

    // documentation/swiftui/view/keyboardshortcut(_:)-9l4wk
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { self }
}

// documentation/swiftui/keyboardshortcut
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct KeyboardShortcut: Hashable, Sendable {
    private let name: String
    // documentation/swiftui/keyboardshortcut/defaultaction
    public static let defaultAction = KeyboardShortcut(name: "defaultAction")
    // documentation/swiftui/keyboardshortcut/cancelaction
    public static let cancelAction = KeyboardShortcut(name: "cancelAction")
}

// documentation/swiftui/keyequivalent
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    // documentation/swiftui/keyequivalent/init(extendedgraphemeclusterliteral:)
    public init(extendedGraphemeClusterLiteral value: Character) {}
}

// documentation/swiftui/eventmodifiers
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // documentation/swiftui/eventmodifiers/command
    public static let command = EventModifiers(rawValue: 1)
}

extension View {
    // documentation/swiftui/view/keyboardshortcut(_:modifiers:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command
    ) -> some View { self }
}

// documentation/swiftui/scaledmetric
@available(iOS 14.0, macOS 11.0, *)
@propertyWrapper nonisolated public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    // documentation/swiftui/scaledmetric/init(wrappedvalue:)
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public let wrappedValue: Value
}

// documentation/swiftui/textselectability
@available(iOS 15.0, macOS 12.0, *)
public protocol TextSelectability {}

// documentation/swiftui/enabledtextselectability
@available(iOS 15.0, macOS 12.0, *)
nonisolated public struct EnabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    // documentation/swiftui/textselectability/enabled
    @available(iOS 15.0, macOS 12.0, *)
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
