// SPDX-License-Identifier: Apache-2.0
import XCTest
import XCUIAutomation

/// The stories of both samples on a simulator, against `script/demo` on the same Mac.
///
/// A Mac shows the provider's page in its browser, which no test of an app may touch.
final class StoriesUITests: XCTestCase {
    @MainActor func testAnEmployeeFindsAColleague() {
        let app = launched(showing: "People")
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
        let app = launched(showing: "Tasks")
        signIn(to: app, as: "ines.kallio@mailbox.example", with: "watchword")
        let field = app.textFields["New task"].firstMatch
        XCTAssertTrue(field.waitForExistence(timeout: 30))
        field.tap()
        field.typeText("Water the plants\n")
        let row = app.buttons["Water the plants"].firstMatch
        XCTAssertTrue(row.waitForExistence(timeout: 30))
        row.tap()
        XCTAssertTrue(app.staticTexts["Nothing to do"].firstMatch.waitForExistence(timeout: 30))
    }

    /// Starts the app without accounts, and with a browser session of its own, for which the system asks nothing.
    @MainActor private func launched(showing tab: String) -> XCUIApplication {
        let app = XCUIApplication()
        app.launchArguments = ["-UITests"]
        app.launch()
        let button = app.buttons[tab].firstMatch
        XCTAssertTrue(button.waitForExistence(timeout: 30))
        button.tap()
        return app
    }

    /// Fills in the page of the local tenant.
    @MainActor private func signIn(to app: XCUIApplication, as userName: String, with password: String) {
        let start = app.buttons["Sign in"].firstMatch
        XCTAssertTrue(start.waitForExistence(timeout: 30))
        start.tap()
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
