// SPDX-License-Identifier: Apache-2.0

// documentation/swiftui/app
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    // documentation/swiftui/app/main()
    @available(iOS 14.0, macOS 11.0, *)
    public static func main() { _ = Self().body }
}

// documentation/swiftui/scene
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol Scene {}

// documentation/swiftui/scenebuilder
@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// documentation/swiftui/windowgroup
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct WindowGroup<Content: View>: Scene {
    // documentation/swiftui/windowgroup/init(makecontent:)
    public init(@ViewBuilder makeContent: @escaping () -> Content) {}
}

#if !canImport(UIKit)
// documentation/swiftui/window
@available(macOS 13.0, *)
nonisolated public struct Window<Content: View>: Scene {
    // documentation/swiftui/window/init(_:id:content:)
    @available(macOS 13.0, *)
    public init<Title: StringProtocol>(_ title: Title, id: String, @ViewBuilder content: () -> Content) {}
}

// No source uses it: its name must not be ambiguous with one of ours.
// documentation/swiftui/settings
@available(macOS 11.0, *)
nonisolated public struct Settings<Content: View>: Scene {
    // documentation/swiftui/settings/init(content:)
    public init(@ViewBuilder content: () -> Content) {}
}
#endif

// documentation/swiftui/previewprovider
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

extension View {
    // documentation/swiftui/view/previewdisplayname(_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func previewDisplayName(_ value: String?) -> some View { self }
}

// documentation/swiftui/scenestorage
@available(iOS 14.0, macOS 11.0, *)
@propertyWrapper nonisolated public struct SceneStorage<Value>: DynamicProperty, StandInConnected {
    private let key: String
    private let box: StandInBox<Value>

    // documentation/swiftui/scenestorage/init(wrappedvalue:_:)
    public init(wrappedValue: Value, _ key: String) where Value == String {
        (self.key, box) = (key, StandInBox(wrappedValue))
    }

    @MainActor public var wrappedValue: Value {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }

    @MainActor func connect(to place: StandInPlace, named name: String) {
        let kept = place.screen.scene.box(key, box.value)
        if kept !== box { box.shared = kept }
    }
}

/// The values that a scene keeps after the app has ended, which a test gives to the next screen.
public final class StandInScene {
    private var boxes: [String: AnyObject] = [:]
    public init() {}

    func box<Value>(_ key: String, _ value: Value) -> StandInBox<Value> {
        if let box = boxes[key] as? StandInBox<Value> { return box }
        let box = StandInBox(value)
        boxes[key] = box
        return box
    }
}
