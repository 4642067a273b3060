// SPDX-License-Identifier: Apache-2.0
/// The demo in JSON output.
struct DemoReport: Encodable {
    struct SettingsFiles: Encodable {
        let quickstart: String
        let b2c: String
    }
    struct Person: Encodable {
        let name: String
        let username: String
        let password: String
    }

    let web: String
    let tenant: String
    let graph: String
    let tasks: String
    let data: String
    let settings: SettingsFiles
    let people: [Person]
}
