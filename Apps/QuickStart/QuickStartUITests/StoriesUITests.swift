// SPDX-License-Identifier: Apache-2.0
import XCTest
import XCUIAutomation

/// The stories of both samples on a simulator or a Mac, against `script/demo` on the same Mac.
final class StoriesUITests: XCTestCase {
    @MainActor func testAnEmployeeFindsAColleague() {
        let app = XCUIApplication()
        app.launch()
        app.buttons["Sign in"].firstMatch.tap()
        signIn(to: app, as: "ana.silva@aldervale.example", with: "watchword")
        let search = app.searchFields.firstMatch
        XCTAssertTrue(search.waitForExistence(timeout: 30))
        search.tap()
        search.typeText("con\n")
        let colleague = app.staticTexts["Conor O'Brien"].firstMatch
        XCTAssertTrue(colleague.waitForExistence(timeout: 30))
        colleague.tap()
        XCTAssertTrue(app.staticTexts["Manager"].firstMatch.waitForExistence(timeout: 30))
    }

    @MainActor func testACustomerKeepsATask() {
        let app = XCUIApplication()
        app.launch()
        app.buttons["Tasks"].firstMatch.tap()
        app.buttons["Sign in"].firstMatch.tap()
        signIn(to: app, as: "ines.kallio@mailbox.example", with: "watchword")
        let field = app.textFields["New task"].firstMatch
        XCTAssertTrue(field.waitForExistence(timeout: 30))
        field.tap()
        field.typeText("Water the plants\n")
        let row = app.buttons["Mark “Water the plants” as done"].firstMatch
        XCTAssertTrue(row.waitForExistence(timeout: 30))
        row.tap()
        XCTAssertTrue(
            app.buttons["Mark “Water the plants” as not done"].firstMatch.waitForExistence(timeout: 30))
    }

    /// Agrees to the system's question, and fills in the page of the local tenant.
    @MainActor private func signIn(to app: XCUIApplication, as userName: String, with password: String) {
        let question = XCUIApplication(bundleIdentifier: "com.apple.springboard").buttons["Continue"].firstMatch
        if question.waitForExistence(timeout: 10) { question.tap() }
        let page = app.webViews.firstMatch
        let name = page.textFields.firstMatch
        XCTAssertTrue(name.waitForExistence(timeout: 30))
        name.tap()
        name.typeText("\(userName)\n")
        let secret = page.secureTextFields.firstMatch
        XCTAssertTrue(secret.waitForExistence(timeout: 30))
        secret.tap()
        secret.typeText("\(password)\n")
    }
}
