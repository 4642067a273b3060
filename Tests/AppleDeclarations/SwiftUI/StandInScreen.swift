// SPDX-License-Identifier: Apache-2.0

/// A view on a screen of a test: rendered as often as the test looks, with the state that SwiftUI would keep.
@MainActor public final class StandInScreen {
    private let root: @MainActor () -> any View
    private var boxes: [String: AnyObject] = [:]
    private var tasks: [String: (id: AnyHashable?, task: Task<Void, Never>)] = [:]
    private var wanted: [String: (id: AnyHashable?, work: @MainActor () async -> Void)] = [:]
    private var changes: [String: AnyHashable] = [:]
    private var afterwards: [@MainActor () -> Void] = []
    /// The values of the scene, which a test can give to a later screen.
    public let scene: StandInScene
    /// The values that the test gives the environment.
    public var environment = EnvironmentValues()

    /// Shows a view, which is made anew each time it is rendered.
    public init(scene: StandInScene = StandInScene(), @ViewBuilder _ root: @escaping @MainActor () -> some View) {
        (self.scene, self.root) = (scene, root)
    }

    /// Renders the view now.
    ///
    /// A change that a body makes, as `onChange` does, is rendered as well.
    public func render() -> StandInNode {
        for _ in 0..<8 {
            wanted = [:]
            let nodes = StandInPlace(screen: self, path: "", environment: environment).nodes(of: root())
            let work = afterwards
            afterwards = []
            guard !work.isEmpty else { return StandInNode("Screen", children: nodes) }
            for each in work { each() }
        }
        return StandInNode("Screen", text: "the view changes its own state without end")
    }

    /// Starts the tasks of views that are shown, and ends those of views that are gone.
    public func appear() {
        _ = render()
        for (path, running) in tasks where wanted[path].map({ $0.id != running.id }) ?? true {
            running.task.cancel()
            tasks[path] = nil
        }
        for (path, each) in wanted where tasks[path] == nil {
            tasks[path] = (each.id, Task { await each.work() })
        }
    }

    /// Waits for the tasks that were started; one that never ends must be cancelled by a view that goes.
    public func settle() async {
        appear()
        for running in tasks.values { await running.task.value }
    }

    /// Ends the tasks of all views, as the end of the app does.
    public func close() { for running in tasks.values { running.task.cancel() } }

    deinit { for running in tasks.values { running.task.cancel() } }

    func want(_ path: String, _ id: AnyHashable?, _ work: @escaping @MainActor () async -> Void) {
        wanted[path] = (id, work)
    }

    /// The box that keeps a value of the view at a path, the same at each rendering.
    func box<Box: AnyObject>(_ path: String, _ make: @autoclosure () -> Box) -> Box {
        if let box = boxes[path] as? Box { return box }
        let box = make()
        boxes[path] = box
        return box
    }

    /// Runs `work` after this rendering if a value differs from that of the last one.
    func compare(_ path: String, _ value: AnyHashable, initially: Bool, _ work: @escaping @MainActor () -> Void) {
        let earlier = changes.updateValue(value, forKey: path)
        if earlier.map({ $0 != value }) ?? initially { afterwards.append(work) }
    }
}

/// A view that makes its nodes itself.
@MainActor protocol StandInRendered {
    func standInNodes(_ place: StandInPlace) -> [StandInNode]
}

/// The place of a view in the tree, with the environment that it gets.
@MainActor struct StandInPlace {
    let screen: StandInScreen
    let path: String
    var environment: EnvironmentValues

    func at(_ part: String) -> StandInPlace {
        StandInPlace(screen: screen, path: "\(path)/\(part)", environment: environment)
    }

    func with(_ change: (inout EnvironmentValues) -> Void) -> StandInPlace {
        var place = self
        change(&place.environment)
        return place
    }

    func nodes(of view: any View) -> [StandInNode] {
        if let rendered = view as? any StandInRendered { return rendered.standInNodes(self) }
        func open(_ view: some View) -> [StandInNode] {
            let inside = at("\(type(of: view))")
            for child in Mirror(reflecting: view).children {
                (child.value as? any StandInConnected)?.connect(to: inside, named: child.label ?? "")
            }
            return inside.nodes(of: view.body)
        }
        return open(view)
    }
}

/// A property of a view that SwiftUI fills before it asks for the body.
@MainActor protocol StandInConnected {
    func connect(to place: StandInPlace, named name: String)
}
