// SPDX-License-Identifier: Apache-2.0

public import Foundation

// documentation/swiftui/horizontalalignment
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct HorizontalAlignment: Equatable, Sendable {
    private let name: String
    // documentation/swiftui/horizontalalignment/leading
    public static let leading = HorizontalAlignment(name: "leading")
    // documentation/swiftui/horizontalalignment/center
    public static let center = HorizontalAlignment(name: "center")
    // documentation/swiftui/horizontalalignment/trailing
    public static let trailing = HorizontalAlignment(name: "trailing")
}

// documentation/swiftui/verticalalignment
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct VerticalAlignment: Equatable, Sendable {
    private let name: String
    // documentation/swiftui/verticalalignment/center
    public static let center = VerticalAlignment(name: "center")
    // documentation/swiftui/verticalalignment/firsttextbaseline
    public static let firstTextBaseline = VerticalAlignment(name: "firstTextBaseline")
}

// documentation/swiftui/vstack
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct VStack<Content: View>: View, StandInRendered {
    private let content: Content

    // documentation/swiftui/vstack/init(alignment:spacing:content:)
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("VStack", children: place.at("stack").nodes(of: content))]
    }
}

// documentation/swiftui/hstack
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct HStack<Content: View>: View, StandInRendered {
    private let content: Content

    // documentation/swiftui/hstack/init(alignment:spacing:content:)
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("HStack", children: place.at("stack").nodes(of: content))]
    }
}

// documentation/swiftui/section
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Section<Parent: View, Content: View, Footer: View>: View, StandInRendered {
    private let content: Content
    private let header: Parent
    private let footer: Footer

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var title = StandInNode("Header", children: place.at("header").nodes(of: header))
        title.traits = ["isHeader"]
        let parts = [title.children.isEmpty ? nil : title].compactMap(\.self)
        let rows = place.at("content").nodes(of: content)
        return [StandInNode("Section", children: parts + rows + place.at("footer").nodes(of: footer))]
    }
}

extension Section {
    // documentation/swiftui/section/init(content:header:footer:)
    @available(iOS 13.0, macOS 10.15, *)
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {
        (self.content, self.header, self.footer) = (content(), header(), footer())
    }
}

extension Section where Parent == Text, Footer == EmptyView {
    // documentation/swiftui/section/init(_:content:)
    @available(iOS 15.0, macOS 12.0, *)
    public init<Title: StringProtocol>(_ title: Title, @ViewBuilder content: () -> Content) {
        (self.content, header, footer) = (content(), Text(title), EmptyView())
    }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    // documentation/swiftui/section/init(content:)
    @available(iOS 13.0, macOS 10.15, *)
    public init(@ViewBuilder content: () -> Content) {
        (self.content, header, footer) = (content(), EmptyView(), EmptyView())
    }
}

// documentation/swiftui/form
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Form<Content: View>: View, StandInRendered {
    private let content: Content

    // documentation/swiftui/form/init(content:)
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        [StandInNode("Form", children: place.at("form").nodes(of: content))]
    }
}

// documentation/swiftui/formstyle
@available(iOS 16.0, macOS 13.0, *)
@MainActor @preconcurrency public protocol FormStyle {}

// documentation/swiftui/groupedformstyle
@available(iOS 16.0, macOS 13.0, *)
nonisolated public struct GroupedFormStyle: FormStyle {}

extension FormStyle where Self == GroupedFormStyle {
    // documentation/swiftui/formstyle/grouped
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

extension View {
    // documentation/swiftui/view/formstyle(_:)
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public func formStyle<Style: FormStyle>(_ style: Style) -> some View { self }
}
