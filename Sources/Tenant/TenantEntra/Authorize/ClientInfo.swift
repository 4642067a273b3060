// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

/// The account's ids as MSAL stores them: `{"uid":"…","utid":"…"}`, encoded.
package struct ClientInfo: Sendable, Hashable {
    /// The account; the same in every app.
    let uid: String
    /// The directory that the account belongs to.
    let utid: String

    package init(uid: String, utid: String) {
        (self.uid, self.utid) = (uid, utid)
    }

    /// The value of `client_info`.
    package var text: String {
        OrderedJSON.object([("uid", .string(uid)), ("utid", .string(utid))]).text.utf8.unpaddedBase64URL
    }
}

extension ClientInfo {
    init(of person: DirectoryPerson) { self.init(uid: person.id, utid: person.tenantID) }
}
