// SPDX-License-Identifier: Apache-2.0

/// The templates of the pages of this target, by name.
package enum AuthorizationTemplates {
    package static let all: [(String, [UInt8])] = [
        ("layout", PackageResources.layout_mustache),
        ("carried", PackageResources.carried_mustache),
        ("form-post", PackageResources.form_post_mustache),
        ("out-of-band", PackageResources.out_of_band_mustache),
        ("user-code", PackageResources.user_code_mustache),
        ("device-confirmation", PackageResources.device_confirmation_mustache),
        ("message", PackageResources.message_mustache),
        ("inbox", PackageResources.inbox_mustache),
        ("inbox-notice", PackageResources.inbox_notice_mustache),
        ("pick-account", PackageResources.pick_account_mustache),
        ("password", PackageResources.password_mustache),
        ("permissions", PackageResources.permissions_mustache),
    ]
}
