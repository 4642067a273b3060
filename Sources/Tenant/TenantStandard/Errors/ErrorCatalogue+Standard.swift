// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization

extension ErrorCatalogue {
    /// The errors of the standard provider, by code.
    package static let standard = ErrorCatalogue(json: PackageResources.errors_json)
}
