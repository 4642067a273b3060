// SPDX-License-Identifier: Apache-2.0

/// The cookie that ties a form to the browser.
package enum FormCookie {
    case kept(String)
    case new(String, field: String)

    package var value: String {
        switch self {
        case .kept(let value), .new(let value, _): value
        }
    }
}
