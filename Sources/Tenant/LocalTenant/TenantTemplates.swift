// SPDX-License-Identifier: Apache-2.0
import Mustache
import TenantAuthorization
import TenantEntra
import TenantStandard

/// The templates of all pages of the tenant.
enum TenantTemplates {
    /// Parsed once in each program: that takes longer than all else at the start of a tenant in memory.
    static let library = Result {
        MustacheContentTypes.register(ScalarEscaping(), named: ScalarEscaping.name)
        var library = MustacheLibrary()
        let sources: [(String, [UInt8])] = AuthorizationTemplates.all + EntraTemplates.all + StandardTemplates.all + [
            ("home", PackageResources.home_mustache),
             ("customer-sign-in", PackageResources.customer_sign_in_mustache),
            ("customer-email", PackageResources.customer_email_mustache),
            ("customer-code", PackageResources.customer_code_mustache),
            ("customer-details", PackageResources.customer_details_mustache),
            ("customer-brand", PackageResources.customer_brand_mustache),
            ("customer-fields", PackageResources.customer_fields_mustache),
            ("customer-profile", PackageResources.customer_profile_mustache),
            ("customer-factor", PackageResources.customer_factor_mustache),
            ("customer-phone", PackageResources.customer_phone_mustache),
            ("customer-signed-out", PackageResources.customer_signed_out_mustache),
            ]
        for (name, bytes) in sources {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        return library
    }
}
