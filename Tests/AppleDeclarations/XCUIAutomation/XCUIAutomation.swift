// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/xcuiautomation/xcuielement
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIElement: NSObject {
    // documentation/xcuiautomation/xcuielement/waitforexistence(timeout:)
    @available(iOS 9.0, macOS 10.11, *)
    public func waitForExistence(timeout: TimeInterval) -> Bool { fatalError("only Xcode runs these tests") }
    // documentation/xcuiautomation/xcuielement/tap()
    @available(iOS 9.0, macOS 10.11, *)
    public func tap() {}
    // documentation/xcuiautomation/xcuielement/typetext(_:)
    @available(iOS 9.0, macOS 10.11, *)
    public func typeText(_ text: String) {}
    // documentation/xcuiautomation/xcuielementtypequeryprovider
    public var buttons: XCUIElementQuery { XCUIElementQuery() }
    public var searchFields: XCUIElementQuery { XCUIElementQuery() }
    public var secureTextFields: XCUIElementQuery { XCUIElementQuery() }
    public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
    public var textFields: XCUIElementQuery { XCUIElementQuery() }
    public var webViews: XCUIElementQuery { XCUIElementQuery() }
}

// documentation/xcuiautomation/xcuielementquery
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIElementQuery: NSObject {
    // documentation/xcuiautomation/xcuielementquery/subscript(_:)
    @available(iOS 9.0, macOS 10.11, *)
    public subscript(key: String) -> XCUIElement { XCUIElement() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch
    @available(iOS 9.0, macOS 10.11, *)
    public var firstMatch: XCUIElement { XCUIElement() }
}

extension XCUIElement {
    // documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch
    @available(iOS 9.0, macOS 10.11, *)
    public var firstMatch: XCUIElement { self }
}

// documentation/xcuiautomation/xcuiapplication
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIApplication: XCUIElement {
    // documentation/xcuiautomation/xcuiapplication/init()
    @available(iOS 9.0, macOS 10.11, *)
    public override init() {}
    // documentation/xcuiautomation/xcuiapplication/init(bundleidentifier:)
    @available(iOS 9.0, macOS 10.11, *)
    public init(bundleIdentifier: String) {}
    // documentation/xcuiautomation/xcuiapplication/launch()
    @available(iOS 9.0, macOS 10.11, *)
    public func launch() {}
}
