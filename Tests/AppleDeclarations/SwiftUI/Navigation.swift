// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, *)
nonisolated public struct NavigationStack<Data, Root: View>: View, StandInRendered {
    private let root: Root
    private let path: Binding<[AnyHashable]>?

    // documentation/swiftui/navigationstack/init(root:)
    public init(@ViewBuilder root: () -> Root) where Data == Never { (self.root, path) = (root(), nil) }

    // documentation/swiftui/navigationstack/init(path:root:)-3bt4q
    public init<Element: Hashable>(path: Binding<[Element]>, @ViewBuilder root: () -> Root) where Data == [Element] {
        self.root = root()
        self.path = Binding(
            get: { path.wrappedValue.map { AnyHashable($0) } },
            set: { path.wrappedValue = $0.compactMap { $0.base as? Element } })
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let own = place.screen.box("\(place.path).path", StandInBox<[AnyHashable]>([]))
        let path = path ?? Binding(get: { own.current }, set: { own.current = $0 })
        let destinations = StandInDestinations()
        let inside = place.at("stack").with {
            $0.destinations = destinations
            $0.push = { path.wrappedValue.append($0) }
        }
        var nodes = inside.nodes(of: root)
        var stack = StandInNode("NavigationStack")
        for (depth, value) in path.wrappedValue.enumerated() {
            guard let page = destinations.pages[ObjectIdentifier(type(of: value.base))] else { continue }
            nodes = inside.at("page \(depth)").nodes(of: page(value))
            stack.actions["back"] = { path.wrappedValue.removeLast() }
        }
        stack.children = nodes
        return [stack]
    }
}

/// The pages to which the links of a stack lead, by the type of their values.
final class StandInDestinations {
    var pages: [ObjectIdentifier: @MainActor (AnyHashable) -> any View] = [:]
}

extension View {
    // documentation/swiftui/view/navigationdestination(for:destination:)
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public func navigationDestination<Value: Hashable, Content: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View {
        StandInModified(
            content: self,
            before: { place in
                place.environment.destinations?.pages[ObjectIdentifier(data)] = { value in
                    (value.base as? Value).map(destination)
                }
                return place
            })
    }

    // documentation/swiftui/view/navigationtitle(_:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View {
        let title = String(title)
        return StandInModified(
            content: self,
            after: { nodes, _ in
                var node = StandInNode("Title", text: title)
                node.traits = ["isHeader"]
                return [node] + nodes
            })
    }
}

// documentation/swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct NavigationLink<Label: View, Destination: View>: View, StandInRendered {
    private let label: Label
    private let value: AnyHashable?

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var node = StandInNode("NavigationLink", children: place.at("label").nodes(of: label))
        node.isDisabled = place.environment.isDisabled || value == nil || place.environment.push == nil
        node.actions["tap"] = { if let value { place.environment.push?(value) } }
        return [node]
    }
}

extension NavigationLink where Destination == Never {
    // documentation/swiftui/navigationlink/init(value:label:)-4jswo
    @available(iOS 16.0, macOS 13.0, *)
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.value = value.map { AnyHashable($0) }
    }
}

// documentation/swiftui/navigationsplitviewcolumn
@available(iOS 17.0, macOS 14.0, *)
nonisolated public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let name: String
    // documentation/swiftui/navigationsplitviewcolumn/sidebar
    public static var sidebar: NavigationSplitViewColumn { NavigationSplitViewColumn(name: "sidebar") }
    // documentation/swiftui/navigationsplitviewcolumn/detail
    public static var detail: NavigationSplitViewColumn { NavigationSplitViewColumn(name: "detail") }
}

// documentation/swiftui/navigationsplitview
@available(iOS 16.0, macOS 13.0, *)
nonisolated public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, StandInRendered {
    private let sidebar: Sidebar
    private let detail: Detail

    private let column: Binding<NavigationSplitViewColumn>

    // documentation/swiftui/navigationsplitview/init(preferredcompactcolumn:sidebar:detail:)
    @available(iOS 17.0, macOS 14.0, *)
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView {
        (column, self.sidebar, self.detail) = (preferredCompactColumn, sidebar(), detail())
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var detail = StandInNode("Detail", children: place.at("detail").nodes(of: detail))
        // A narrow screen shows one column, with a way back to the list.
        detail.traits = column.wrappedValue == .detail ? ["isInFront"] : []
        detail.actions["back"] = { column.wrappedValue = .sidebar }
        return [StandInNode("Sidebar", children: place.at("sidebar").nodes(of: sidebar)), detail]
    }
}

// documentation/swiftui/tabcontent
@available(iOS 18.0, macOS 15.0, *)
@MainActor @preconcurrency public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable
    var standInTabs: [StandInTab] { get }
}

/// A tab with the value that selects it.
public struct StandInTab {
    let value: AnyHashable
    let label: any View
    let content: any View
}

// documentation/swiftui/tabcontentbuilder
@available(iOS 18.0, macOS 15.0, *)
@resultBuilder public enum TabContentBuilder<TabValue: Hashable> {
    public static func buildExpression<Content: TabContent<TabValue>>(_ content: Content) -> Content { content }
    // documentation/swiftui/tabcontentbuilder/buildblock(_:_:_:_:)
    @MainActor
    public static func buildBlock<
        First: TabContent<TabValue>, Second: TabContent<TabValue>, Third: TabContent<TabValue>,
        Fourth: TabContent<TabValue>
    >(_ first: First, _ second: Second, _ third: Third, _ fourth: Fourth) -> some TabContent<TabValue> {
        StandInTabs<TabValue>(
            standInTabs: first.standInTabs + second.standInTabs + third.standInTabs + fourth.standInTabs)
    }
}

public struct StandInTabs<TabValue: Hashable>: TabContent {
    public let standInTabs: [StandInTab]
}

// documentation/swiftui/tab
@available(iOS 18.0, macOS 15.0, *)
public struct Tab<Value: Hashable, Content: View, Label: View>: TabContent {
    public typealias TabValue = Value
    public let standInTabs: [StandInTab]
}

// documentation/swiftui/defaulttablabel
@available(iOS 18.0, macOS 15.0, *)
public struct DefaultTabLabel: View {
    let title: String
    let image: String

    public var body: some View { Label(title, systemImage: image) }
}

extension Tab where Label == DefaultTabLabel {
    // documentation/swiftui/tab/init(_:systemimage:value:content:)
    @available(iOS 18.0, macOS 15.0, *)
    public init<Title: StringProtocol>(
        _ title: Title, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) {
        standInTabs = [
            StandInTab(
                value: AnyHashable(value), label: DefaultTabLabel(title: String(title), image: systemImage),
                content: content())
        ]
    }
}

// documentation/swiftui/tabview
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct TabView<SelectionValue: Hashable, Content>: View, StandInRendered {
    private let selection: Binding<SelectionValue>
    private let content: @MainActor () -> [StandInTab]

    // documentation/swiftui/tabview/init(selection:content:)-2ysvi
    @available(iOS 18.0, macOS 15.0, *)
    @MainActor public init(
        selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> Content
    ) where Content: TabContent<SelectionValue> {
        self.selection = selection
        let made = content()
        self.content = { made.standInTabs }
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let tabs = content()
        let chosen = AnyHashable(selection.wrappedValue)
        let bar = tabs.map { tab in
            var node = StandInNode("Tab", children: place.at("tab \(tab.value)").nodes(of: tab.label))
            if tab.value == chosen { node.traits.insert("isSelected") }
            node.actions["tap"] = {
                if let value = tab.value.base as? SelectionValue { selection.wrappedValue = value }
            }
            return node
        }
        let pages = tabs.filter { $0.value == chosen }
            .flatMap { place.at("page \($0.value)").nodes(of: $0.content) }
        return [StandInNode("TabBar", children: bar)] + pages
    }
}
