// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import PortableFoundation

/// A file that pages load; its URL contains a hash of its content, so browsers cache it for a year, and a new version
/// has a new URL.
enum Asset: String, CaseIterable {
    case style = "style.css"
    case script = "script.js"
    case icon = "icon.svg"

    private var content: [UInt8] {
        switch self {
        case .style: PackageResources.style_css
        case .script: PackageResources.script_js
        case .icon: PackageResources.icon_svg
        }
    }

    private var type: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    private static let versions = Dictionary(
        uniqueKeysWithValues: allCases.map { asset in
            (asset, ContentVersion.text(of: asset.content))
        })

    var address: String { "/\(rawValue)?\(Self.versions[self] ?? "")" }

    static func add(to router: Router<WebContext>) {
        for asset in allCases {
            let body = ResponseBody(asset.content)
            router.get(RouterPath("/\(asset.rawValue)")) { request, _ in
                // A browser with an old page requests an old version, and must not cache this one under that URL.
                let isCurrent = request.uri.query == versions[asset]
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: asset.type,
                        .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
                    ], body: body)
            }
        }
    }
}
