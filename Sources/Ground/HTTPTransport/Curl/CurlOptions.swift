// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import PortableFoundation
import HTTPMessages

struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    /// The lists that the handle uses; the caller frees them after the transfer.
    private(set) var lists: [UnsafeMutablePointer<curl_slist>] = []
    private(set) var failure: TransportError?

    /// The bytes that the library receives at once, for a response in memory and for a stream, and those that it sends.
    private static let (bufferBytes, streamBytes, uploadBytes) = (64 << 10, 256 << 10, 512 << 10)
    /// In seconds, with the handshake of TLS; also with a longer deadline, so that libcurl tries the other addresses.
    static let connectTimeout = 10
    /// The seconds after which an idle connection is not used again.
    private static let longestIdle = 60
    /// Fields that are set elsewhere, or that callers may not set.
    private static let ownFields: Set<HTTPField.Name> = [
        .connection, .contentLength, .cookie, .expect, .host, .transferEncoding, .upgrade,
    ]
    private static let additions: [HTTPField.Name] = [.accept, .contentType]

    // By number: headers before 7.87 and 7.77 lack the first two names, and the name of the third is deprecated.
    private static let quickExit = CURLoption(322)
    private static let authoritiesBlob = CURLoption(40309)
    private static let protocols = CURLoption(181)

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    mutating func set(_ request: CurlRequest) {
        set(CURLOPT_URL, request.address)
        set(CURLOPT_NOSIGNAL, 1)
        set(Self.protocols, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_CONNECTTIMEOUT, Self.connectTimeout)
        set(CURLOPT_MAXAGE_CONN, Self.longestIdle)
        // The end of a request then does not wait for the resolver. Versions before 7.87 refuse the option.
        _ = ccurl_set_number(easy, Self.quickExit, 1)
        // Some versions refuse it for a handle that still has the buffer of an earlier request.
        let isStream = request.wakeThreshold == 0
        _ = ccurl_set_number(easy, CURLOPT_BUFFERSIZE, Int64(isStream ? Self.streamBytes : Self.bufferBytes))
        if request.isLong { _ = ccurl_set_number(easy, CURLOPT_UPLOAD_BUFFERSIZE, Int64(Self.uploadBytes)) }
        // `ChunkReader` and `Inflation` are stricter, and enforce limits.
        set(CURLOPT_HTTP_TRANSFER_DECODING, 0)
        set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        // The debug callback then gets the messages of TLS.
        if request.security != nil { set(CURLOPT_VERBOSE, 1) }
        // A request waits for the first handshake with a server, whose connection it may share.
        set(CURLOPT_PIPEWAIT, 1)
        // Over HTTP/2, 7.88 loses an early refusal of long content, and 8.23 sends it at a fraction of the speed. Plain
        // http would change to HTTP/2 in the first response, for which all other requests would wait.
        let offersHTTP2 = request.security != nil && !request.isLong
        let version = offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        set(CURLOPT_HTTP_VERSION, Int(version))
        set(request.proxy)
        if let security = request.security { set(security) }
        setContent(request)
        setFields(request.head)
    }

    private mutating func set(_ proxy: ProxyAddress?) {
        // Set without a proxy too, or the library reads the environment itself.
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
            set(Self.authoritiesBlob, text)
        }
        guard let identity = security.identity else { return }
        set(CURLOPT_SSLCERT_BLOB, identity.certificates)
        set(CURLOPT_SSLKEY_BLOB, identity.privateKey)
        // Without a password, OpenSSL prompts for one at the terminal.
        set(CURLOPT_KEYPASSWD, "")
    }

    private mutating func setContent(_ request: CurlRequest) {
        let method = request.head.method
        switch request.content {
        case .none where method == .get: return
        case .none where method == .head: return set(CURLOPT_NOBODY, 1)
        case .none where [.post, .put, .patch].contains(method): set(content: Data())
        case .none: break
        case .bytes(let data): set(content: data)
        case .chunks(let length):
            set(CURLOPT_UPLOAD, 1)
            set(CURLOPT_INFILESIZE_LARGE, Int(length ?? -1))
        }
        set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    private mutating func setFields(_ request: HTTPRequest) {
        let (isHead, fields) = (request.method == .head, request.headerFields)
        var lines = fields.filter { !Self.ownFields.contains($0.name) && !(isHead && $0.name == .acceptEncoding) }.map {
            Self.line($0.name, $0.value)
        }
        if let authority = request.authority { lines.append("Host: \(authority)") }
        // One line for all pairs. RFC 6265 §5.4
        if let cookies = fields[.cookie] { lines.append(Self.line(.cookie, cookies)) }
        if isHead || !fields.contains(.acceptEncoding) {
            // The positions of a range count compressed bytes. RFC 9110 §14.1
            lines.append("accept-encoding: \(isHead || fields.contains(.range) ? "identity" : "gzip, deflate")")
        }
        for name in Self.additions where !fields.contains(name) { lines.append("\(name):") }
        lines.append("Expect:")
        set(CURLOPT_HTTPHEADER, lines)
    }

    /// A field as the library reads it; a colon without a value would remove one that the library adds.
    private static func line(_ name: HTTPField.Name, _ value: String) -> String {
        value.isEmpty ? "\(name.canonicalName);" : "\(name.canonicalName): \(value)"
    }

    // MARK: One option

    mutating func set(_ option: CURLoption, _ number: Int) { check(ccurl_set_number(easy, option, Int64(number))) }

    private mutating func set(_ option: CURLoption, _ text: String?) { check(ccurl_set_pointer(easy, option, text)) }

    /// Sets bytes, which the library copies.
    private mutating func set(_ option: CURLoption, _ bytes: Data) {
        let code = bytes.withUnsafeBytes { bytes in
            var blob = curl_blob(
                data: UnsafeMutableRawPointer(mutating: bytes.baseAddress), len: bytes.count,
                flags: UInt32(CURL_BLOB_COPY))
            return ccurl_set_pointer(easy, option, &blob)
        }
        check(code)
    }

    /// The library copies the content.
    private mutating func set(content: Data) {
        // First, or the content would end at its first zero.
        set(CURLOPT_POSTFIELDSIZE_LARGE, content.count)
        guard !content.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        check(content.withUnsafeBytes { ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
    }

    private mutating func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            // Without memory, the list is unchanged.
            guard let longer = curl.slist_append(list, line) else {
                check(CURLE_OUT_OF_MEMORY)
                break
            }
            list = longer
        }
        if let list { lists.append(list) }
        check(ccurl_set_pointer(easy, option, list))
    }

    private mutating func check(_ code: CURLcode) {
        guard code != CURLE_OK, failure == nil else { return }
        failure = .refusingOption(code)
    }
}
#endif
