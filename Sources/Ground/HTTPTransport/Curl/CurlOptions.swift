// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import Foundation
import HTTPMessages

/// Sets the options of a handle for one request.
struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    /// The lists that the handle uses.
    private(set) var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// The first option that the library refused.
    private(set) var failure: (any Error)?

    /// The pieces in which the library receives and sends.
    private static let bufferBytes = 64 << 10
    private static let connectTimeout = 10_000
    /// The seconds after which a connection without a request is not used again.
    private static let longestIdle = 60
    /// Fields that the transport itself decides on.
    private static let framing: Set<HTTPField.Name> = [
        .connection, .contentLength, .expect, .host, .transferEncoding, .upgrade,
    ]
    /// Fields that the library adds unless they are named.
    private static let additions: [HTTPField.Name] = [.accept, .contentType]

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    /// Sets everything.
    mutating func set(_ order: CurlOrder) {
        set(CURLOPT_URL, order.address)
        set(CURLOPT_NOSIGNAL, 1)
        // Or the end of a request waits for the look-up of its name.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout)
        set(CURLOPT_MAXAGE_CONN, Self.longestIdle)
        // Refused by some versions for a handle that still has the buffer of an earlier request.
        _ = ccurl_set_number(easy, CURLOPT_BUFFERSIZE, Self.bufferBytes)
        // The content is expanded by its reader, who knows the limits.
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        // A request waits for the first connection to a server, which may carry it too.
        set(CURLOPT_PIPEWAIT, 1)
        // Over HTTP/2, 7.88 loses an early refusal of a long content, and 8.23 sends it at a fraction of the speed.
        set(CURLOPT_HTTP_VERSION, order.isLong ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
        set(order.proxy)
        if let security = order.security { set(security) }
        setContent(order)
        setFields(order.request)
    }

    private mutating func set(_ proxy: ProxyAddress?) {
        // Set also without a proxy, or the library reads the environment itself.
        set(CURLOPT_NOPROXY, "")
        guard let proxy else { return set(CURLOPT_PROXY, "") }
        let host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        set(CURLOPT_PROXY, "http://\(host):\(proxy.port)")
        set(CURLOPT_HTTPPROXYTUNNEL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        if let credentials = proxy.credentials {
            set(CURLOPT_PROXYHEADER, ["Proxy-Authorization: Basic \(credentials)"])
        }
    }

    private mutating func set(_ security: CurlSecurity) {
        switch security.roots {
        case .folder(let folder, let file):
            set(CURLOPT_CAPATH, folder)
            set(CURLOPT_CAINFO, file)
        case .file(let file):
            set(CURLOPT_CAPATH, nil)
            set(CURLOPT_CAINFO, file)
        case .text(let text):
            set(CURLOPT_CAPATH, nil)
            set(CURLOPT_CAINFO_BLOB, text)
        }
        guard let identity = security.identity else { return }
        set(CURLOPT_SSLCERT_BLOB, identity.certificates)
        set(CURLOPT_SSLKEY_BLOB, identity.privateKey)
        // Or the terminal is asked for one.
        set(CURLOPT_KEYPASSWD, "")
    }

    private mutating func setContent(_ order: CurlOrder) {
        let method = order.request.method
        switch order.content {
        case .none where method == .get: return
        case .none where method == .head: return set(CURLOPT_NOBODY, 1)
        case .none where [.post, .put, .patch].contains(method): set(content: Data())
        case .none: break
        case .bytes(let data): set(content: data)
        case .pieces(let length):
            set(CURLOPT_UPLOAD, 1)
            check(ccurl_set_size(easy, CURLOPT_INFILESIZE_LARGE, length ?? -1))
        }
        set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    private mutating func setFields(_ request: HTTPRequest) {
        var lines = request.headerFields.compactMap { field -> String? in
            guard !Self.framing.contains(field.name), request.method != .head || field.name != .acceptEncoding else {
                return nil
            }
            // A colon without a value would remove a field of the library's.
            return field.value.isEmpty ? "\(field.name.canonicalName);" : "\(field.name.canonicalName): \(field.value)"
        }
        if let authority = request.authority { lines.append("Host: \(authority)") }
        if request.method == .head {
            lines.append("accept-encoding: identity")
        } else if !request.headerFields.contains(.acceptEncoding) {
            lines.append("accept-encoding: gzip, deflate")
        }
        for name in Self.additions where !request.headerFields.contains(name) { lines.append("\(name):") }
        lines.append("Expect:")
        set(CURLOPT_HTTPHEADER, lines)
    }

    // MARK: One option

    mutating func set(_ option: CURLoption, _ value: Int) { check(ccurl_set_number(easy, option, value)) }

    private mutating func set(_ option: CURLoption, _ text: String?) { check(ccurl_set_text(easy, option, text)) }

    private mutating func set(_ option: CURLoption, _ bytes: Data) {
        check(bytes.withUnsafeBytes { ccurl_set_blob(easy, option, $0.baseAddress, $0.count) })
    }

    private mutating func set(content: Data) {
        check(content.withUnsafeBytes { ccurl_set_content(easy, $0.baseAddress, $0.count) })
    }

    private mutating func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = ccurl_list_append(list, line) else {
                check(CURLE_OUT_OF_MEMORY)
                break
            }
            list = longer
        }
        if let list { lists.append(list) }
        check(ccurl_set_list(easy, option, list))
    }

    private mutating func check(_ code: CURLcode) {
        guard code != CURLE_OK, failure == nil else { return }
        failure = TransportError(.missingLibrary, "libcurl refuses an option: \(String(cString: ccurl_message(code)))")
    }
}
#endif
