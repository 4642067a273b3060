// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import TenantAuthorization
import TenantDirectory

/// Answers 405 for an unsupported method of a known path; the router itself answers 404 for both.
///
/// RFC 9110 §15.5.6
package enum MethodRefusals {
    private static let methods: [HTTPRequest.Method] =
        [
            .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
        ] + [HTTPRequest.Method("QUERY")].compactMap(\.self)

    /// Adds refusals for every unsupported method of the API's paths; call it after all routes are added.
    package static func add(to router: Router<ServingContext>) {
        let routes = router.routes.filter { "\($0.path)".hasPrefix(TenantPath.administration) }
        for (path, known) in Dictionary(grouping: routes, by: { "\($0.path)" }) {
            let allowed = Set(known.map(\.method)).union(known.contains { $0.method == .get } ? [.head] : [])
            let names = methods.filter(allowed.contains).map(\.rawValue).joined(separator: ", ")
            for method in methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw AdministrationProblem(
                        .methodNotAllowed, "This address answers to \(names).", fields: [.allow: names])
                }
            }
        }
    }
}
