// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/view
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("no view has this body") }
}

// documentation/swiftui/viewbuilder
@available(iOS 13.0, macOS 10.15, *)
@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    // documentation/swiftui/viewbuilder/buildblock()
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var views: [any View] = []
        repeat views.append(each content)
        return TupleView((repeat each content), views)
    }
    // documentation/swiftui/viewbuilder/buildif(_:)
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    // documentation/swiftui/viewbuilder/buildeither(first:)
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        .init(.first(first))
    }
    // documentation/swiftui/viewbuilder/buildeither(second:)
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .init(.second(second))
    }
}

// documentation/swiftui/tupleview
@available(iOS 13.0, macOS 10.15, *)
public struct TupleView<Content>: View, StandInRendered {
    public let value: Content
    private let views: [any View]

    init(_ value: Content, _ views: [any View]) { (self.value, self.views) = (value, views) }

    public var body: Never { fatalError("it renders itself") }

    func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        views.enumerated().flatMap { place.at("\($0)").nodes(of: $1) }
    }
}

// documentation/swiftui/_conditionalcontent
@available(iOS 13.0, macOS 10.15, *)
public struct _ConditionalContent<First: View, Second: View>: View, StandInRendered {
    enum Choice {
        case first(First)
        case second(Second)
    }

    private let choice: Choice

    init(_ choice: Choice) { self.choice = choice }

    public var body: Never { fatalError("it renders itself") }

    func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        switch choice {
        case .first(let view): place.at("if").nodes(of: view)
        case .second(let view): place.at("else").nodes(of: view)
        }
    }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("it renders itself") }
}

extension Optional: StandInRendered where Wrapped: View {
    func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        map { place.at("if").nodes(of: $0) } ?? []
    }
}

// documentation/swiftui/emptyview
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct EmptyView: View, StandInRendered {
    public init() {}
    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] { [] }
}

// documentation/swiftui/group
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Group<Content: View>: View, StandInRendered {
    private let content: Content
    // documentation/swiftui/group/init(content:)
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] { place.at("group").nodes(of: content) }
}
