// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Whose account it is, in the form that MSAL keeps accounts under: `{"uid":"…","utid":"…"}`, encoded.
struct ClientInfo: Sendable {
    let text: String

    init(of person: DirectoryPerson) {
        let object = OrderedJSON.object([("uid", .string(person.id)), ("utid", .string(person.tenantID))])
        text = object.text.utf8.unpaddedBase64URL
    }
}
