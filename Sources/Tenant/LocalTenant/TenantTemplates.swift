// SPDX-License-Identifier: Apache-2.0
import Mustache
import TenantAuthorization
import TenantCustomers
import TenantEntra
import TenantStandard

/// The templates of all pages of the tenant.
enum TenantTemplates {
    /// Parsed once per process: it takes longer than the rest of the start of a tenant in memory.
    static let library = Result {
        MustacheContentTypes.register(ScalarEscaping(), named: ScalarEscaping.name)
        var library = MustacheLibrary()
        let sources =
            AuthorizationTemplates.all + EntraTemplates.all + StandardTemplates.all + CustomerTemplates.all
            + [("home", PackageResources.home_mustache)]
        for (name, bytes) in sources {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        return library
    }
}
