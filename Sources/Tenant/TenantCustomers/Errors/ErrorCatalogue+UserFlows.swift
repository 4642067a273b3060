// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization

extension ErrorCatalogue {
    /// The errors of Azure AD B2C, by number.
    package static let azureADB2C = ErrorCatalogue(prefix: "AADB2C", json: PackageResources.errors_json)
}
