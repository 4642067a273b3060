// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl

/// The functions of libcurl; ``CurlLibrary/load()`` must have succeeded.
var curl: ccurl_functions { ccurl().pointee }

enum CurlLibrary {
    private static let loaded = Result { () throws(TransportError) in try load(nil) }

    /// Throws `missingLibrary` if it is missing, older than 7.71, or incomplete; `outOfResources` if it cannot start.
    static func load() throws(TransportError) { try loaded.get() }

    /// `nil` is the system's libcurl, whose name is in C; only tests of the errors pass another path.
    static func load(_ name: String?) throws(TransportError) {
        var failure = [CChar](repeating: 0, count: Int(TESSERA_FAILURE_SIZE))
        guard ccurl_load(name, &failure) else {
            let reason = String(decoding: failure.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw TransportError(
                .missingLibrary, "\(reason); install libcurl (libcurl4 on Debian and Ubuntu, libcurl elsewhere)")
        }
        guard curl.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            throw TransportError(.outOfResources, "libcurl cannot be initialized")
        }
    }

    /// The file and the folder with the system's certificate authorities, as compiled into the library.
    static var authorities: (file: String?, folder: String?) {
        // Versions since 7.70 have both.
        guard let version = curl.version_info(CURLVERSION_SEVENTH)?.pointee else { return (nil, nil) }
        return (version.cainfo.map { String(cString: $0) }, version.capath.map { String(cString: $0) })
    }
}
#endif
