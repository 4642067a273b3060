// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization

extension ErrorCatalogue {
    /// The errors of Entra ID, by number.
    package static let entraID = ErrorCatalogue(prefix: "AADSTS", json: PackageResources.errors_json)
}
