// SPDX-License-Identifier: Apache-2.0
public import Observation

// documentation/swiftui/dynamicproperty
@available(iOS 13.0, macOS 10.15, *)
public protocol DynamicProperty {}

/// Where a property of a view keeps its value; the screen gives the same one to each rendering.
final class StandInBox<Value> {
    var value: Value
    var shared: StandInBox<Value>?

    init(_ value: Value) { self.value = value }

    var current: Value {
        get { shared?.current ?? value }
        set { if let shared { shared.current = newValue } else { value = newValue } }
    }
}

// documentation/swiftui/state
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper nonisolated public struct State<Value>: DynamicProperty, StandInConnected {
    private let box: StandInBox<Value>

    // documentation/swiftui/state/init(wrappedvalue:)
    public init(wrappedValue value: Value) { box = StandInBox(value) }
    public init(initialValue value: Value) { box = StandInBox(value) }

    @MainActor public var wrappedValue: Value {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }

    @MainActor func connect(to place: StandInPlace, named name: String) {
        let kept = place.screen.box("\(place.path).\(name)", StandInBox(box.value))
        if kept !== box { box.shared = kept }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    // documentation/swiftui/state/init()
    @available(iOS 13.0, macOS 10.15, *)
    public init() { self.init(wrappedValue: nil) }
}

// documentation/swiftui/binding
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper @dynamicMemberLookup nonisolated public struct Binding<Value>: DynamicProperty {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void

    // documentation/swiftui/binding/init(get:set:)
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
        self.init(main: get, set)
    }

    private init(main get: @escaping @MainActor () -> Value, _ set: @escaping @MainActor (Value) -> Void) {
        (self.get, self.set) = (get, set)
    }

    // documentation/swiftui/binding/constant(_:)
    public static func constant(_ value: Value) -> Binding<Value> { Binding(main: { value }, { _ in }) }

    @MainActor public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    @MainActor
    public subscript<Member>(
        dynamicMember path: WritableKeyPath<Value, Member>
    ) -> Binding<Member> {
        Binding<Member>(
            main: { get()[keyPath: path] },
            {
                var value = get()
                value[keyPath: path] = $0
                set(value)
            })
    }
}

// documentation/swiftui/bindable
@available(iOS 17.0, macOS 14.0, *)
@propertyWrapper @dynamicMemberLookup nonisolated public struct Bindable<Value> {
    public var wrappedValue: Value

    // documentation/swiftui/bindable/init(wrappedvalue:)
    public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }
    // documentation/swiftui/bindable/init(_:)
    public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }

    public var projectedValue: Bindable<Value> { self }

    @MainActor
    public subscript<Member>(
        dynamicMember path: ReferenceWritableKeyPath<Value, Member>
    ) -> Binding<Member> where Value: AnyObject {
        let object = wrappedValue
        return Binding<Member>(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}

// documentation/swiftui/focusstate
@available(iOS 15.0, macOS 12.0, *)
@propertyWrapper nonisolated public struct FocusState<Value: Hashable>: DynamicProperty, StandInConnected {
    private let box: StandInBox<Value>

    // documentation/swiftui/focusstate/init()
    @available(iOS 15.0, macOS 12.0, *)
    public init() where Value == Bool { box = StandInBox(false) }

    @MainActor public var wrappedValue: Value {
        get { box.current }
        nonmutating set { box.current = newValue }
    }

    // documentation/swiftui/focusstate/binding
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public struct Binding {
        fileprivate let box: StandInBox<Value>
    }

    public var projectedValue: Binding { Binding(box: box) }

    @MainActor func connect(to place: StandInPlace, named name: String) {
        let kept = place.screen.box("\(place.path).\(name)", StandInBox(box.value))
        if kept !== box { box.shared = kept }
    }
}

extension View {
    // documentation/swiftui/view/focused(_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        standIn { if condition.box.current { $0.traits.insert("isFocused") } }
    }
}
