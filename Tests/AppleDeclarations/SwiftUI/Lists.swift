// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/list
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct List<SelectionValue: Hashable, Content: View>: View, StandInRendered {
    private let content: Content
    private let select: (@MainActor (AnyHashable) -> Void)?

    // documentation/swiftui/list/init(selection:content:)-1pisz
    @available(iOS 13.0, macOS 10.15, *)
    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        self.content = content()
        select = selection.map { selection in { @MainActor in selection.wrappedValue = $0.base as? SelectionValue } }
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("List", children: place.at("list").with { $0.select = select }.nodes(of: content))]
    }
}

extension List where SelectionValue == Never {
    // documentation/swiftui/list/init(content:)
    @available(iOS 13.0, macOS 10.15, *)
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
        select = nil
    }
}

// documentation/swiftui/foreach
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    private let rows: [(id: ID, content: Content)]
}

extension ForEach: View where Content: View {
    @MainActor public var body: Never { fatalError("it renders itself") }
}

extension ForEach: StandInRendered where Content: View {
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        rows.flatMap { row in
            place.at("\(row.id)").with { $0.select = nil }.nodes(of: row.content).map { node in
                var node = node
                if let select = place.environment.select { node.actions["select"] = { select(AnyHashable(row.id)) } }
                return node
            }
        }
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    // documentation/swiftui/foreach/init(_:content:)
    @available(iOS 13.0, macOS 10.15, *)
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        rows = data.map { ($0.id, content($0)) }
    }
}

extension ForEach where Content: View {
    // documentation/swiftui/foreach/init(_:id:content:)
    @available(iOS 13.0, macOS 10.15, *)
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        rows = data.map { ($0[keyPath: id], content($0)) }
    }
}

// documentation/swiftui/labeledcontent
@available(iOS 16.0, macOS 13.0, *)
nonisolated public struct LabeledContent<Label: View, Content: View>: View, StandInRendered {
    private let label: Label
    private let content: Content

    // documentation/swiftui/labeledcontent/init(content:label:)
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [
            StandInNode(
                "LabeledContent",
                children: place.at("label").nodes(of: label) + place.at("content").nodes(of: content))
        ]
    }
}

extension LabeledContent where Label == Text, Content == Text {
    // documentation/swiftui/labeledcontent/init(_:value:)
    @available(iOS 16.0, macOS 13.0, *)
    public init<Title: StringProtocol, Value: StringProtocol>(_ title: Title, value: Value) {
        self.init {
            Text(value)
        } label: {
            Text(title)
        }
    }
}

extension LabeledContent where Label == Text {
    // documentation/swiftui/labeledcontent/init(_:content:)
    @available(iOS 16.0, macOS 13.0, *)
    public init<Title: StringProtocol>(_ title: Title, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

// documentation/swiftui/contentunavailableview
@available(iOS 17.0, macOS 14.0, *)
nonisolated public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View,
    StandInRendered
{
    private let label: Label
    private let description: Description
    private let actions: Actions

    // documentation/swiftui/contentunavailableview/init(label:description:actions:)
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let parts =
            place.at("label").nodes(of: label) + place.at("description").nodes(of: description)
            + place.at("actions").nodes(of: actions)
        return [StandInNode("ContentUnavailableView", children: parts)]
    }
}
