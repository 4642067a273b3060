// SPDX-License-Identifier: Apache-2.0
public import Observation

/// A view with a change: of its environment before it is rendered, or of its nodes afterwards.
nonisolated public struct StandInModified<Content: View>: View, StandInRendered {
    let content: Content
    var before: @MainActor (StandInPlace) -> StandInPlace = { $0 }
    var after: @MainActor ([StandInNode], StandInPlace) -> [StandInNode] = { nodes, _ in nodes }

    @MainActor public var body: Never { fatalError("it renders itself") }

    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let inside = before(place.at("m"))
        return after(inside.nodes(of: content), inside)
    }
}

extension View {
    /// Changes each node that the view makes.
    nonisolated func standIn(_ change: @escaping @MainActor (inout StandInNode) -> Void) -> some View {
        StandInModified(
            content: self,
            after: { nodes, _ in
                nodes.map {
                    var node = $0
                    change(&node)
                    return node
                }
            })
    }

    /// Changes the environment of the view.
    nonisolated func standIn(environment change: @escaping @MainActor (inout EnvironmentValues) -> Void) -> some View {
        StandInModified(content: self, before: { $0.with(change) })
    }

    /// Adds a group of nodes to each node of the view, such as the actions of a row.
    nonisolated func standIn(inside kind: String, _ added: @escaping @MainActor () -> any View) -> some View {
        StandInModified(
            content: self,
            after: { nodes, place in
                nodes.map {
                    var node = $0
                    node.children.append(StandInNode(kind, children: place.at(kind).nodes(of: added())))
                    return node
                }
            })
    }

    /// Adds a group of nodes behind the view, such as its toolbar.
    nonisolated func standIn(_ kind: String, _ added: @escaping @MainActor () -> any View) -> some View {
        StandInModified(
            content: self,
            after: { nodes, place in
                let children = place.at(kind).nodes(of: added())
                return children.isEmpty ? nodes : nodes + [StandInNode(kind, children: children)]
            })
    }
}

extension View {
    // documentation/swiftui/view/environment(_:_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        standIn(environment: { $0[keyPath: keyPath] = value })
    }

    // documentation/swiftui/view/environment(_:)
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        standIn(environment: { $0.set(object) })
    }

    // documentation/swiftui/view/disabled(_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        standIn(environment: { $0.isDisabled = $0.isDisabled || disabled })
    }

    // The page leaves out that the action inherits the actor of its context, as the module's interface states.
    // documentation/swiftui/view/task(priority:_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        StandInModified(
            content: self,
            before: { place in
                place.screen.want("\(place.path).task", nil) { await action() }
                return place
            })
    }

    // documentation/swiftui/view/task(id:priority:_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func task<ID: Equatable & Hashable & Sendable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View {
        StandInModified(
            content: self,
            before: { place in
                place.screen.want("\(place.path).task", AnyHashable(id)) { await action() }
                return place
            })
    }

    // documentation/swiftui/view/onchange(of:initial:_:)
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<Value: Equatable & Hashable & Sendable>(
        of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
    ) -> some View {
        StandInModified(
            content: self,
            before: { place in
                place.screen.compare("\(place.path).change", AnyHashable(value), initially: initial, action)
                return place
            })
    }
}

extension View {
    // documentation/swiftui/view/id(_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
        let id = "\(id)"
        return StandInModified(content: self, before: { $0.at("id \(id)") })
    }
}
