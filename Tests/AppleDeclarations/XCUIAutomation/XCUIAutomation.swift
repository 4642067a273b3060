// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/xcuiautomation/xcuielement
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIElement: NSObject, XCUIElementTypeQueryProvider {
    // documentation/xcuiautomation/xcuielement/waitforexistence(timeout:)
    @available(iOS 9.0, macOS 10.11, *)
    public func waitForExistence(timeout: TimeInterval) -> Bool { fatalError("only Xcode runs these tests") }
    // documentation/xcuiautomation/xcuielement/tap()
    @available(iOS 9.0, macOS 10.11, *)
    public func tap() {}
    // documentation/xcuiautomation/xcuielement/typetext(_:)
    @available(iOS 9.0, macOS 10.11, *)
    public func typeText(_ text: String) {}
}

// documentation/xcuiautomation/xcuielementquery
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIElementQuery: NSObject, XCUIElementTypeQueryProvider {
    // documentation/xcuiautomation/xcuielementquery/subscript(_:)
    @available(iOS 9.0, macOS 10.11, *)
    public subscript(key: String) -> XCUIElement { XCUIElement() }
}

// documentation/xcuiautomation/xcuielementtypequeryprovider
@available(iOS 9.0, macOS 10.11, *)
@MainActor public protocol XCUIElementTypeQueryProvider {
    var buttons: XCUIElementQuery { get }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch
    @available(iOS 9.0, macOS 10.11, *)
    var firstMatch: XCUIElement { get }
    var searchFields: XCUIElementQuery { get }
    var secureTextFields: XCUIElementQuery { get }
    var staticTexts: XCUIElementQuery { get }
    var textFields: XCUIElementQuery { get }
    var webViews: XCUIElementQuery { get }
}

extension XCUIElementTypeQueryProvider {
    // documentation/xcuiautomation/xcuielementtypequeryprovider/buttons
    public var buttons: XCUIElementQuery { XCUIElementQuery() }
    public var firstMatch: XCUIElement { XCUIElement() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/searchfields
    public var searchFields: XCUIElementQuery { XCUIElementQuery() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/securetextfields
    public var secureTextFields: XCUIElementQuery { XCUIElementQuery() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/statictexts
    public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/textfields
    public var textFields: XCUIElementQuery { XCUIElementQuery() }
    // documentation/xcuiautomation/xcuielementtypequeryprovider/webviews
    public var webViews: XCUIElementQuery { XCUIElementQuery() }
}

// documentation/xcuiautomation/xcuiapplication
@available(iOS 9.0, macOS 10.11, *)
@MainActor open class XCUIApplication: XCUIElement {
    // documentation/xcuiautomation/xcuiapplication/init()
    @available(iOS 9.0, macOS 10.11, *)
    public override init() {}
    // documentation/xcuiautomation/xcuiapplication/launcharguments
    @available(iOS 9.0, macOS 10.11, *)
    public var launchArguments: [String] {
        get { [] }
        set {}
    }
    // documentation/xcuiautomation/xcuiapplication/launch()
    @available(iOS 9.0, macOS 10.11, *)
    public func launch() {}
}
