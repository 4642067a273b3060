// SPDX-License-Identifier: Apache-2.0

/// The templates of the pages of this target, by name.
package enum EntraTemplates {
    package static let all: [(String, [UInt8])] = [
        ("problem", PackageResources.problem_mustache),
        ("consent", PackageResources.consent_mustache),
        ("approval", PackageResources.approval_mustache),
        ("my-apps", PackageResources.my_apps_mustache),
        ("error-lookup", PackageResources.error_lookup_mustache),
        ("second-factor", PackageResources.second_factor_mustache),
        ("access-refused", PackageResources.access_refused_mustache),
        ("password-change", PackageResources.password_change_mustache),
        ("enrolment", PackageResources.enrolment_mustache),
        ("sign-out", PackageResources.sign_out_mustache),
        ("signed-out", PackageResources.signed_out_mustache),
    ]
}
