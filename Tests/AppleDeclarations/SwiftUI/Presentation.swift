// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UniformTypeIdentifiers

// documentation/swiftui/visibility
@available(iOS 15.0, macOS 12.0, *)
nonisolated public enum Visibility: Hashable, CaseIterable, Sendable { case automatic, visible, hidden }

// documentation/swiftui/horizontaledge
@available(iOS 15.0, macOS 12.0, *)
nonisolated public enum HorizontalEdge: Int8, CaseIterable, Sendable { case leading, trailing }

extension View {
    // documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Content
    ) -> some View {
        let content = content()
        return standIn(inside: "SwipeActions \(edge)") { content }
    }

    // documentation/swiftui/view/contextmenu(menuitems:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func contextMenu<Content: View>(@ViewBuilder menuItems: () -> Content) -> some View {
        let content = menuItems()
        return standIn(inside: "ContextMenu") { content }
    }

    // documentation/swiftui/view/sheet(item:ondismiss:content:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        standIn("Sheet") { item.wrappedValue.map(content) }
    }

    // documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:presenting:actions:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View, Value>(
        _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: Value?,
        @ViewBuilder actions: @escaping (Value) -> Actions
    ) -> some View {
        let text = titleVisibility == .visible ? String(title) : ""
        return StandInModified(
            content: self,
            after: { nodes, place in
                guard isPresented.wrappedValue, let data else { return nodes }
                let inside = place.at("dialog").with { $0.afterTap = { isPresented.wrappedValue = false } }
                return nodes + [StandInNode("Dialog", text: text, children: inside.nodes(of: actions(data)))]
            })
    }

    // documentation/swiftui/view/refreshable(action:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        standIn { $0.actions["refresh"] = { await action() } }
    }

    // documentation/swiftui/view/fileimporter(ispresented:allowedcontenttypes:oncompletion:)
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View {
        StandInModified(
            content: self,
            after: { nodes, _ in
                guard isPresented.wrappedValue else { return nodes }
                var node = StandInNode("FileImporter")
                node.label = allowedContentTypes.map(\.identifier).joined(separator: ", ")
                node.type = {
                    isPresented.wrappedValue = false
                    onCompletion(.success(URL(filePath: $0)))
                }
                return nodes + [node]
            })
    }
}

extension URL {
    /// Foundation declares it on Apple's systems, and SwiftUI exports Foundation.
    ///
    // documentation/foundation/url/startaccessingsecurityscopedresource()
    @available(iOS 8.0, macOS 10.10, *)
    public func startAccessingSecurityScopedResource() -> Bool { true }

    // documentation/foundation/url/stopaccessingsecurityscopedresource()
    @available(iOS 8.0, macOS 10.10, *)
    public func stopAccessingSecurityScopedResource() {}
}
