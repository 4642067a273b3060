// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/toolbarcontent
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    var body: Body { get }
}

extension Never: ToolbarContent {}

/// Toolbar content that makes its nodes itself.
@MainActor protocol StandInToolbarContent {
    func standInNodes(_ place: StandInPlace) -> [StandInNode]
}

// documentation/swiftui/toolbarcontentbuilder
@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    // documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
    // documentation/swiftui/toolbarcontentbuilder/buildblock(_:_:)
    public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent>(
        _ c0: C0, _ c1: C1
    ) -> some ToolbarContent {
        StandInToolbarPair(first: c0, second: c1)
    }
}

/// Two parts of a toolbar.
private struct StandInToolbarPair<First: ToolbarContent, Second: ToolbarContent>: ToolbarContent,
    StandInToolbarContent
{
    let first: First
    let second: Second

    var body: Never { fatalError("it renders itself") }

    func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let parts: [any ToolbarContent] = [first, second]
        return parts.enumerated().flatMap { index, part in
            (part as? any StandInToolbarContent)?.standInNodes(place.at("\(index)")) ?? []
        }
    }
}

// documentation/swiftui/toolbaritemplacement
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct ToolbarItemPlacement: Sendable {
    let name: String

    // documentation/swiftui/toolbaritemplacement/automatic
    @available(iOS 14.0, macOS 11.0, *)
    public static let automatic = ToolbarItemPlacement(name: "automatic")
    // documentation/swiftui/toolbaritemplacement/cancellationaction
    @available(iOS 14.0, macOS 11.0, *)
    public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
    // documentation/swiftui/toolbaritemplacement/confirmationaction
    @available(iOS 14.0, macOS 11.0, *)
    public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
}

// documentation/swiftui/toolbaritem
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct ToolbarItem<ID, Content: View> {
    private let placement: ToolbarItemPlacement
    private let content: Content
}

extension ToolbarItem where ID == () {
    // documentation/swiftui/toolbaritem/init(placement:content:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(placement: placement, content: content())
    }
}

extension ToolbarItem: ToolbarContent, StandInToolbarContent {
    @MainActor public var body: Never { fatalError("it renders itself") }

    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("ToolbarItem \(placement.name)", children: place.at(placement.name).nodes(of: content))]
    }
}

/// The items of a toolbar, as a view of their own.
private struct StandInToolbar<Content: ToolbarContent>: View, StandInRendered {
    let content: Content

    var body: Never { fatalError("it renders itself") }

    func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        (content as? any StandInToolbarContent)?.standInNodes(place) ?? []
    }
}

extension View {
    // documentation/swiftui/view/toolbar(content:)-7vdkx
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        let content = content()
        return standIn("Toolbar") { content }
    }
}

extension View {
    // documentation/swiftui/view/toolbar(content:)-5w0tj
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        let content = content()
        return standIn("Toolbar") { StandInToolbar(content: content) }
    }
}
