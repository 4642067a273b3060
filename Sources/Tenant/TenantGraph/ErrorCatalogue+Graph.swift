// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization

extension ErrorCatalogue {
    /// The errors of Microsoft Graph and Azure Resource Manager, by code.
    package static let graph = ErrorCatalogue(json: PackageResources.errors_json)
}
