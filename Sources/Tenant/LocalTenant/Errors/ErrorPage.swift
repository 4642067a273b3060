// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization

/// The page that explains an error to whoever looks its number up.
struct ErrorPage: Sendable {
    static let path = "/error"

    let platform: PlatformContext

    /// Where a number is explained.
    static func url(of number: Int, at baseURL: String) -> String { "\(baseURL)\(path)?code=\(number)" }

    func add(to router: Router<ServingContext>) {
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
