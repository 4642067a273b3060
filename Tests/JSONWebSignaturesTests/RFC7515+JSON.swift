// SPDX-License-Identifier: Apache-2.0

/// The examples of RFC 7515 A.6 and A.7: the signatures of A.2 and A.3 as JSON.
extension RFC7515 {
    /// General.
    static let a6JSON: String = {
        let (rsa, elliptic) = (a2Token.split(separator: "."), a3Token.split(separator: "."))
        return """
            {"payload":"\(rsa[1])","signatures":[{"protected":"\(rsa[0])","header":{"kid":"2010-12-29"},\
            "signature":"\(rsa[2])"},{"protected":"\(elliptic[0])","header":{"kid":"e9bc097a-ce51-4036-9562-d2ade882db0d"},\
            "signature":"\(elliptic[2])"}]}
            """
    }()

    /// Flattened.
    static let a7JSON: String = {
        let parts = a3Token.split(separator: ".")
        return """
            {"payload":"\(parts[1])","protected":"\(parts[0])","header":{"kid":"e9bc097a-ce51-4036-9562-d2ade882db0d"},\
            "signature":"\(parts[2])"}
            """
    }()
}
