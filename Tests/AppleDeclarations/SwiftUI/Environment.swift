// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Observation

// documentation/swiftui/environmentkey
@available(iOS 13.0, macOS 10.15, *)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

// documentation/swiftui/environmentvalues
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    // documentation/swiftui/environmentvalues/init()
    public init() {}

    // documentation/swiftui/environmentvalues/subscript(_:)
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// An object that a view put into the environment.
    func object<Object: AnyObject>(_ type: Object.Type) -> Object? { values[ObjectIdentifier(type)] as? Object }

    mutating func set<Object: AnyObject>(_ object: Object?) { values[ObjectIdentifier(Object.self)] = object }

    /// Whether a view around this one is disabled.
    var isDisabled = false
    /// Selects a row of the list around this view.
    var select: (@MainActor (AnyHashable) -> Void)?
    /// Opens a page in the stack around this view.
    var push: (@MainActor (AnyHashable) -> Void)?
    /// The pages of the stack around this view.
    var destinations: StandInDestinations?
    /// Closes the dialog around this view after a tap.
    var afterTap: (@MainActor () -> Void)?
    /// The action of the return key in a text field, and in a search field.
    var submit: (@MainActor () -> Void)?
    var submitSearch: (@MainActor () -> Void)?

    // documentation/swiftui/environmentvalues/locale
    public var locale = Locale(identifier: "en")
    // documentation/swiftui/environmentvalues/layoutdirection
    public var layoutDirection = LayoutDirection.leftToRight
    // documentation/swiftui/environmentvalues/scenephase
    @available(iOS 14.0, macOS 11.0, *)
    public var scenePhase = ScenePhase.active
    // documentation/swiftui/environmentvalues/accessibilityreducemotion
    public var accessibilityReduceMotion = false
    // documentation/swiftui/environmentvalues/openurl
    @available(iOS 14.0, macOS 11.0, *)
    public var openURL = OpenURLAction { _ in .systemAction }
    // documentation/swiftui/environmentvalues/isenabled
    public var isEnabled: Bool { !isDisabled }
}

// documentation/swiftui/layoutdirection
@available(iOS 13.0, macOS 10.15, *)
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }

// documentation/swiftui/scenephase
@available(iOS 14.0, macOS 11.0, *)
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

// documentation/swiftui/openurlaction
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct OpenURLAction {
    // documentation/swiftui/openurlaction/result
    @available(iOS 15.0, macOS 12.0, *)
    public struct Result: Sendable {
        let isHandled: Bool
        // documentation/swiftui/openurlaction/result/handled
        public static let handled = Result(isHandled: true)
        // documentation/swiftui/openurlaction/result/discarded
        public static let discarded = Result(isHandled: true)
        // documentation/swiftui/openurlaction/result/systemaction
        public static let systemAction = Result(isHandled: false)
    }

    private let handler: (URL) -> Result

    // documentation/swiftui/openurlaction/init(handler:)
    @available(iOS 15.0, macOS 12.0, *)
    public init(handler: @escaping (URL) -> Result) { self.handler = handler }

    // documentation/swiftui/openurlaction/callasfunction(_:)
    @MainActor public func callAsFunction(_ url: URL) { _ = handler(url) }
}

// documentation/swiftui/environment
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper nonisolated public struct Environment<Value>: DynamicProperty, StandInConnected {
    private let read: (EnvironmentValues) -> Value
    private let box = StandInBox<Value?>(nil)

    // documentation/swiftui/environment/init(_:)
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    // documentation/swiftui/environment/init(_:)-8slkf
    @available(iOS 17.0, macOS 14.0, *)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
        read = { values in
            guard let object = values.object(objectType) else { fatalError("the environment has no \(objectType)") }
            return object
        }
    }

    // documentation/swiftui/environment/init(_:)-7lo9h
    @available(iOS 17.0, macOS 14.0, *)
    public init<Object: AnyObject & Observable>(_ objectType: Object.Type) where Value == Object? {
        read = { $0.object(objectType) }
    }

    @MainActor public var wrappedValue: Value { box.value ?? read(EnvironmentValues()) }

    @MainActor func connect(to place: StandInPlace, named name: String) { box.value = read(place.environment) }
}
