// SPDX-License-Identifier: Apache-2.0

/// The templates of the pages of this target, by name.
package enum StandardTemplates {
    package static let all: [(String, [UInt8])] = [
        ("standard-consent", PackageResources.standard_consent_mustache),
        ("standard-problem", PackageResources.standard_problem_mustache),
        ("standard-sign-out", PackageResources.standard_sign_out_mustache),
    ]
}
