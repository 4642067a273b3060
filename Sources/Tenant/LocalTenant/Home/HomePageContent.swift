// SPDX-License-Identifier: Apache-2.0
/// What the home page shows beside the people.
package struct HomePageContent: Sendable {
    /// The address of the task API, where one runs.
    package var tasksURL: String?
    /// Commands to try next.
    package var commands: [String]

    /// Creates content; without any, the page shows people and addresses only.
    package init(tasksURL: String? = nil, commands: [String] = []) {
        self.tasksURL = tasksURL
        self.commands = commands
    }
}
