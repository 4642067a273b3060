// SPDX-License-Identifier: Apache-2.0

/// The templates of the pages of this target, by name.
package enum CustomerTemplates {
    package static let all: [(String, [UInt8])] = [
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
}
