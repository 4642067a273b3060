// SPDX-License-Identifier: Apache-2.0

public import Foundation

// documentation/swiftui/horizontalalignment
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct HorizontalAlignment: Equatable, Sendable {
    private let name: String
    public static let leading = HorizontalAlignment(name: "leading")
    public static let center = HorizontalAlignment(name: "center")
    public static let trailing = HorizontalAlignment(name: "trailing")
}

// documentation/swiftui/vstack
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct VStack<Content: View>: View, StandInRendered {
    private let content: Content

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
