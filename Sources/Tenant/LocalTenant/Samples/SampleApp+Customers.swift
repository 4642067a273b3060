// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension SampleApp {
    /// The directory of the customers: Azure AD B2C.
    package static let customersID = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18"
    /// The domain of the customers' directory.
    package static let customersDomain = "aldervalecustomers.onmicrosoft.com"
    /// The client id of the customers' task list, app and API in one registration.
    package static let customerTasksID = "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"
    /// The URI that names the customers' task list as an API.
    package static let customerTasksURI = "https://\(customersDomain)/tasks"
    /// The client id of a second app, which uses the API of the first.
    package static let taskWidgetID = "e41b7c93-58d2-4f06-b3aa-9c0d6e8f2a15"
    /// The client id of an app under External ID: the same customers, without a user flow in its addresses.
    package static let customerPortalID = "b7d1f0a4-2c63-4e8d-9f15-6a0e3c9b7d28"
    /// The flow in which customers sign in or sign up, as in addresses.
    package static let signUpOrSignInFlow = "b2c_1_susi"
    /// The flow in which customers choose a new password, as in addresses.
    package static let passwordResetFlow = "b2c_1_reset"
    /// The smaller permission of the customers' task API.
    package static let tasksReadScope = "Tasks.Read"

    /// The apps of the customers' directory.
    static let forCustomers = [customerTasks, taskWidget, customerPortal]

    private static let customerTasks = RegisteredApp(
        id: customerTasksID, tenantID: customersID, displayName: "Task list for customers",
        redirectURIs: [
            "urn:ietf:wg:oauth:2.0:oob", "http://localhost",
            "https://login.microsoftonline.com/tfp/oauth2/nativeclient", "com.example.tasklist://auth",
        ],
        identifierURI: customerTasksURI, scopes: [tasksScope, tasksReadScope], accessTokenVersion: 2,
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])

    private static let customerPortal = RegisteredApp(
        id: customerPortalID, tenantID: customersID, displayName: "Customer portal",
        redirectURIs: ["http://localhost", "msal\(customerPortalID)://auth"], identifierURI: nil, scopes: [],
        accessTokenVersion: 2,
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])

    private static let taskWidget = RegisteredApp(
        id: taskWidgetID, tenantID: customersID, displayName: "Task widget",
        redirectURIs: ["http://localhost", "com.example.taskwidget://auth"], identifierURI: nil, scopes: [],
        accessTokenVersion: 2,
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])
}
