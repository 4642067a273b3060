// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization

/// The page that explains an error to whoever looks its number up.
package struct ErrorPage: Sendable {
    static let path = "/error"

    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    /// Where a number is explained.
    static func url(of number: Int, at baseURL: String) -> String { "\(baseURL)\(path)?code=\(number)" }

    package func add(to router: Router<ServingContext>) {
        router.get(RouterPath(Self.path)) { request, _ in
            let parameters = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
            return platform.pages.errorLookup(parameters["code"] ?? "")
        }
    }
}

extension Pages {
    /// What is known of a number, with or without `AADSTS` before it; the field for another one stands there always.
    func errorLookup(_ asked: String) -> Response {
        let digits = asked.uppercased().hasPrefix("AADSTS") ? String(asked.dropFirst("AADSTS".count)) : asked
        var values: [String: Any] = ["path": ErrorPage.path, "asked": asked]
        if let number = Int(digits), let explanation = ErrorExplanation.of(number) {
            values["explanation"] = [
                "code": "AADSTS\(number)", "title": explanation.title, "cause": explanation.cause,
                "remedy": explanation.remedy,
            ]
        } else if !asked.isEmpty {
            values["unknown"] = asked
        }
        return html("error-lookup", values)
    }
}
