// SPDX-License-Identifier: Apache-2.0

public import Foundation

// documentation/swiftui/textfield
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct TextField<Label: View>: View, StandInRendered {
    private let label: Label
    private let text: Binding<String>

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var node = StandInNode("TextField")
        node.label = place.at("label").nodes(of: label).map(\.spoken).joined()
        node.value = text.wrappedValue
        node.isDisabled = place.environment.isDisabled
        node.type = { text.wrappedValue = $0 }
        if let submit = place.environment.submit { node.actions["submit"] = submit }
        return [node]
    }
}

extension TextField where Label == Text {
    // documentation/swiftui/textfield/init(_:text:)-2laoi
    @available(iOS 13.0, macOS 10.15, *)
    public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {
        (label, self.text) = (Text(title), text)
    }
}

// documentation/swiftui/picker
@available(iOS 13.0, macOS 10.15, *)
nonisolated public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, StandInRendered {
    private let label: Label
    private let selection: Binding<SelectionValue>
    private let content: Content

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        let chosen = AnyHashable(selection.wrappedValue)
        let choices = place.at("content").nodes(of: content).map { choice in
            var choice = choice
            if choice.tag == chosen { choice.traits.insert("isSelected") }
            let tag = choice.tag?.base as? SelectionValue
            choice.actions["tap"] = { if let tag { selection.wrappedValue = tag } }
            return choice
        }
        var node = StandInNode("Picker", children: choices)
        node.label = place.at("label").nodes(of: label).map(\.spoken).joined()
        return [node]
    }
}

extension Picker where Label == Text {
    // documentation/swiftui/picker/init(_:selection:content:)-5njtq
    @available(iOS 13.0, macOS 10.15, *)
    public init<Title: StringProtocol>(
        _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        (label, self.selection, self.content) = (Text(title), selection, content())
    }
}

// documentation/swiftui/pickerstyle
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol PickerStyle {}

// documentation/swiftui/segmentedpickerstyle
@available(iOS 13.0, macOS 10.15, *)
public struct SegmentedPickerStyle: PickerStyle { public init() {} }

extension PickerStyle where Self == SegmentedPickerStyle {
    // documentation/swiftui/pickerstyle/segmented
    @available(iOS 13.0, macOS 10.15, *)
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension View {
    // documentation/swiftui/view/pickerstyle(_:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func pickerStyle<Style: PickerStyle>(_ style: Style) -> some View { self }

    // documentation/swiftui/view/tag(_:includeoptional:)
    @available(iOS 13.0, macOS 10.15, *)
    nonisolated public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        let tag = AnyHashable(tag)
        return standIn { $0.tag = tag }
    }
}

// documentation/swiftui/link
@available(iOS 14.0, macOS 11.0, *)
nonisolated public struct Link<Label: View>: View, StandInRendered {
    private let label: Label
    private let destination: URL

    // documentation/swiftui/link/init(destination:label:)
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        (self.label, self.destination) = (label(), destination)
    }

    @MainActor public var body: Never { fatalError("it renders itself") }
    @MainActor func standInNodes(_ place: StandInPlace) -> [StandInNode] {
        var node = StandInNode("Link", children: place.at("label").nodes(of: label))
        node.value = destination.absoluteString
        node.actions["tap"] = { place.environment.openURL(destination) }
        return [node]
    }
}

extension Link where Label == Text {
    // documentation/swiftui/link/init(_:destination:)
    @available(iOS 14.0, macOS 11.0, *)
    public init<Title: StringProtocol>(_ title: Title, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}

// documentation/swiftui/submittriggers
@available(iOS 15.0, macOS 12.0, *)
nonisolated public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // documentation/swiftui/submittriggers/text
    public static let text = SubmitTriggers(rawValue: 1)
    // documentation/swiftui/submittriggers/search
    public static let search = SubmitTriggers(rawValue: 2)
}

// documentation/swiftui/searchfieldplacement
@available(iOS 15.0, macOS 12.0, *)
nonisolated public struct SearchFieldPlacement: Sendable {
    // documentation/swiftui/searchfieldplacement/automatic
    public static let automatic = SearchFieldPlacement()
}

extension View {
    // documentation/swiftui/view/onsubmit(of:_:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping @MainActor () -> Void
    ) -> some View {
        standIn(environment: { values in
            if triggers.contains(.search) { values.submitSearch = action }
            if triggers.contains(.text) { values.submit = action }
        })
    }

    // documentation/swiftui/view/searchable(text:placement:prompt:)
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func searchable<Prompt: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Prompt
    ) -> some View {
        let prompt = String(prompt)
        return StandInModified(
            content: self,
            after: { nodes, place in
                var field = StandInNode("SearchField")
                field.label = prompt
                field.value = text.wrappedValue
                field.type = { text.wrappedValue = $0 }
                if let submit = place.environment.submitSearch { field.actions["submit"] = submit }
                return [field] + nodes
            })
    }
}
