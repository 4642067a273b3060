// SPDX-License-Identifier: Apache-2.0
/// The content of the home page besides the people.
package struct HomePageContent: Sendable {
    /// The address of the task API, if one runs.
    package var tasksURL: String?
    /// Commands to try next.
    package var commands: [String]

    /// Creates content; without values, the page shows people and addresses only.
    package init(tasksURL: String? = nil, commands: [String] = []) {
        self.tasksURL = tasksURL
        self.commands = commands
    }
}
