// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// An attribute that a user flow asks customers for.
package struct CollectedAttribute: Sendable, Hashable, Codable {
    /// `displayName`, `givenName`, … of ``AttributeDefinition/builtIn``, or `extension_` and a custom attribute's name.
    let name: String
    var isRequired = false

    package init(_ name: String, isRequired: Bool = false) {
        self.name = name
        self.isRequired = isRequired
    }
}

extension CollectedAttribute {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        isRequired = try values.decode(.isRequired, or: false)
    }
}
