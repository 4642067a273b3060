// SPDX-License-Identifier: Apache-2.0
public import CoreGraphics
public import Foundation

// documentation/swiftui/text
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Text: View, StandInRendered, Equatable, Sendable {
    let text: String

    // documentation/swiftui/text/init(_:)-9d1g4
    public init<Content: StringProtocol>(_ content: Content) { text = String(content) }
    // documentation/swiftui/text/init(verbatim:)
    public init(verbatim content: String) { text = content }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] { [StandInNode("Text", text: text)] }
}

// documentation/swiftui/image
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Image: View, StandInRendered, Sendable {
    let name: String

    // documentation/swiftui/image/init(systemname:)
    @available(iOS 13.0, macOS 11.0, *)
    public init(systemName: String) { name = systemName }

    // documentation/swiftui/image/init(decorative:scale:orientation:)
    public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Image.Orientation = .up) {
        name = "a picture"
    }

    // documentation/swiftui/image/resizable(capinsets:resizingmode:)
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch) -> Image {
        self
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var node = StandInNode("Image")
        node.identifier = name
        return [node]
    }
}

// documentation/swiftui/edgeinsets
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct EdgeInsets: Equatable, Sendable {
    // documentation/swiftui/edgeinsets/init()
    public init() {}
}

extension Image {
    // documentation/swiftui/image/orientation
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public enum Orientation: UInt8, Sendable {
        // documentation/swiftui/image/orientation/up
        case up
    }

    // documentation/swiftui/image/resizingmode
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public enum ResizingMode: Sendable {
        // documentation/swiftui/image/resizingmode/stretch
        @available(iOS 13.0, macOS 10.15, *)
        case stretch
    }
}

// documentation/swiftui/label
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct Label<Title: View, Icon: View>: View, StandInRendered {
    let title: Title
    let icon: Icon

    // documentation/swiftui/label/init(title:icon:)
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("Label", children: place.at("title").nodes(of: title) + place.at("icon").nodes(of: icon).hidden)]
    }
}

extension Label where Title == Text, Icon == Image {
    // documentation/swiftui/label/init(_:systemimage:)
    @available(iOS 14.0, macOS 11.0, *)
    public init<Content: StringProtocol>(_ title: Content, systemImage name: String) {
        (self.title, icon) = (Text(title), Image(systemName: name))
    }
}

extension [StandInNode] {
    /// The picture beside a title says nothing more than the title.
    @MainActor fileprivate var hidden: [StandInNode] {
        map {
            var node = $0
            node.isHidden = true
            return node
        }
    }
}

// documentation/swiftui/buttonrole
@available(iOS 15.0, macOS 12.0, *)
nonisolated public struct ButtonRole: Equatable, Sendable {
    let name: String
    // documentation/swiftui/buttonrole/destructive
    public static let destructive = ButtonRole(name: "destructive")
    // documentation/swiftui/buttonrole/cancel
    public static let cancel = ButtonRole(name: "cancel")
}

// documentation/swiftui/button
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Button<Label: View>: View, StandInRendered {
    private let role: ButtonRole?
    private let action: @MainActor () -> Void
    private let label: Label

    // documentation/swiftui/button/init(action:label:)
    @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        (role, self.action, self.label) = (nil, action, label())
    }

    // documentation/swiftui/button/init(role:action:label:)
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {
        (self.role, self.action, self.label) = (role, action, label())
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var node = StandInNode("Button", children: place.at("label").nodes(of: label))
        if let role { node.traits.insert(role.name) }
        node.isDisabled = place.environment.isDisabled
        let afterTap = place.environment.afterTap
        node.actions["tap"] = {
            action()
            afterTap?()
        }
        return [node]
    }
}

extension Button where Label == Text {
    // documentation/swiftui/button/init(_:action:)-lpm7
    @available(iOS 13.0, macOS 10.15, *)
    @preconcurrency public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    // documentation/swiftui/button/init(_:role:action:)
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency public init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    // documentation/swiftui/button/init(_:systemimage:action:)
    @available(iOS 14.0, macOS 11.0, *)
    @preconcurrency public init<Title: StringProtocol>(
        _ title: Title, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

// documentation/swiftui/progressview
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct ProgressView: View, StandInRendered {
    private let title: String?

    // documentation/swiftui/progressview/init()
    public init() { title = nil }
    // documentation/swiftui/progressview/init(_:)-3q5nf
    public init<Title: StringProtocol>(_ title: Title) { self.title = String(title) }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] { [StandInNode("ProgressView", text: title)] }
}

// documentation/swiftui/primitivebuttonstyle
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

// documentation/swiftui/plainbuttonstyle
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    // documentation/swiftui/primitivebuttonstyle/plain
    @available(iOS 13.0, macOS 10.15, *)
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
    // documentation/swiftui/view/buttonstyle(_:)-66fbx
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { self }
}
