// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization

/// The page that explains an error by its number.
package struct ErrorPage: Sendable {
    static let path = "/error"

    package let platform: PlatformContext
    /// The tables of all dialects that have numbers.
    let catalogues: [ErrorCatalogue]

    package init(platform: PlatformContext, catalogues: [ErrorCatalogue]) {
        (self.platform, self.catalogues) = (platform, catalogues)
    }

    /// The address of the explanation of a number.
    static func url(of number: Int, at baseURL: String) -> String { "\(baseURL)\(path)?code=\(number)" }

    package func add(to router: Router<ServingContext>) {
        router.get(RouterPath(Self.path)) { request, _ in
            let parameters = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
            return platform.pages.errorLookup(parameters["code"] ?? "", in: catalogues)
        }
    }
}

extension Pages {
    /// The explanation of a number, with or without its letters; the page always has the field for another number.
    func errorLookup(_ asked: String, in catalogues: [ErrorCatalogue]) -> Response {
        var values: [String: Any] = ["path": ErrorPage.path, "asked": asked]
        let found = catalogues.lazy.compactMap { catalogue in
            catalogue.number(in: asked).flatMap { number in
                catalogue[number].map { (name: "\(catalogue.prefix)\(number)", entry: $0) }
            }
        }.first
        if let (name, entry) = found {
            values["explanation"] = [
                "code": name, "title": entry.title, "cause": entry.cause ?? "", "remedy": entry.remedy,
            ]
        } else if !asked.isEmpty {
            values["unknown"] = asked
        }
        return html("error-lookup", values)
    }
}
