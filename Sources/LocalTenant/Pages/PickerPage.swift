// SPDX-License-Identifier: Apache-2.0
/// The account picker.
struct PickerPage {
    let form: SignInForm
    let tenantName: String
    let error: String?
    let loginHint: String?
    let sessions: [PersonEntry]
    let people: [PersonEntry]

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["tenantName"] = tenantName
        values["loginHint"] = loginHint ?? ""
        values["error"] = error
        values["sessions"] = sessions.map(\.values)
        values["people"] = people.map(\.values)
        return values
    }
}
