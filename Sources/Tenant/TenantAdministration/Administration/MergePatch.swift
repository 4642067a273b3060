// SPDX-License-Identifier: Apache-2.0
import JOSE

/// Changes to a JSON object, given as the changed members.
///
/// RFC 7396
enum MergePatch {
    /// The members with the changes; `null` removes a member, and lists are replaced whole.
    static func apply(_ patch: [String: JSONValue], to members: [String: JSONValue]) -> [String: JSONValue] {
        patch.reduce(into: members) { members, change in
            switch change.value {
            case .null: members[change.key] = nil
            case .object(let inner): members[change.key] = .object(apply(inner, to: members[change.key]?.object ?? [:]))
            default: members[change.key] = change.value
            }
        }
    }
}
