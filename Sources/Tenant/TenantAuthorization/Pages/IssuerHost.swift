// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import Hosts
import JSONWebSignatures
import OAuthMessages
import PortableFoundation

/// Redirects browsers from another name of this machine to the issuer's name, for which they keep the tenant's cookies.
///
/// Programs get responses under each name. Metadata under another name says which one to use: clients compare the
/// issuer with the URL that they requested (OpenID Connect Discovery §4.3).
package struct IssuerHost: RouterMiddleware {
    /// The member of metadata with the note; clients ignore unknown members.
    static let note = "tessera_note"

    package let names: ServerNames

    package init(names: ServerNames) { self.names = names }

    package func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get, let other = otherName(request.head.authority) else {
            return try await next(request, context)
        }
        let address = "\(names.base)\(request.uri.path)" + (request.uri.query.map { "?\($0)" } ?? "")
        if redirects(request) {
            return Response(status: .found, headers: [.location: address, .cacheControl: "no-store"])
        }
        let response = try await next(request, context)
        guard request.uri.path.contains("/.well-known/"), response.status == .ok else { return response }
        return try await noting(
            "This was requested at \(other); clients that compare the issuer must request it at \(address)",
            in: response)
    }

    package func redirects(_ request: Request) -> Bool {
        request.method == .get && request.headers[.accept]?.contains("text/html") == true
            && otherName(request.head.authority) != nil
    }

    /// Another port belongs to a proxy, which may use its own name for all clients.
    private func otherName(_ authority: String?) -> HostAndPort? {
        let base = names.base
        guard let host = authority.flatMap({ HostAndPort($0, defaultPort: base.scheme.defaultPort) }),
            host != base.authority, host.port == base.authority.port, LoopbackHost.contains(host.host),
            LoopbackHost.contains(base.authority.host)
        else { return nil }
        return host
    }

    private func noting(_ note: String, in response: Response) async throws -> Response {
        var response = response
        var content = response.content
        guard content.popLast() == UInt8(ascii: "}") else { return response }
        content += Data(",\(JSONValue.string(Self.note).text):\(JSONValue.string(note).text)}".utf8)
        response.body = ResponseBody(content)
        return response
    }
}
