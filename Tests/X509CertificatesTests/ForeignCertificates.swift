// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import X509Certificates

/// Certificates that our own code did not write.
enum ForeignCertificates {
    /// RFC 8410 §10.2: a key for X25519, signed with Ed25519.
    static let rfc8410 = """
        MIIBLDCB36ADAgECAghWAUdKKo3DMDAFBgMrZXAwGTEXMBUGA1UEAwwOSUVURiBUZXN0IERlbW8wHhcNMTYwODAxMTIxOTI0WhcNNDAx
        MjMxMjM1OTU5WjAZMRcwFQYDVQQDDA5JRVRGIFRlc3QgRGVtbzAqMAUGAytlbgMhAIUg8AmJMKdUdIt93LQ+91oNvzoNJjga9OukqY6q
        m05qo0UwQzAPBgNVHRMBAf8EBTADAQEAMA4GA1UdDwEBAAQEAwIDCDAgBgNVHQ4BAQAEFgQUmx9e7e0EM4Xk97xiPFl1uQvIuzswBQYD
        K2VwA0EAryMB/t3J5v/BzKc9dNZIpDmAgs3babFOTQbs+BolzlDUwsPrdGxO3YNGhW7Ibz3OGhhlxXrCe1Cgw1AH9efZBw==
        """

    /// By OpenSSL 3.0: names of each kind, limits of each kind, a text that is not UTF-8, a key that only agrees on
    /// others, and a signature of RSASSA-PSS over SHA-1, which its algorithm's identifier does not name.
    static let strange = """
        MIIDMTCCApqgAwIBAgIUOoicHXEJ1U571eewxuuqD/2z8NkwDQYJKoZIhvcNAQEKMAAwTjELMAkGA1UEBhMCREUxEjAQBgNVBAoTCUFs
        ZGVydmFsZTEMMAoGA1UECxMDb25lMQwwCgYDVQQLEwN0d28xDzANBgNVBAMeBgQWBEMEOjAgFw0yNjExMjgxNjE1NDdaGA8yMTI2MTEw
        NDE2MTU0N1owTjELMAkGA1UEBhMCREUxEjAQBgNVBAoTCUFsZGVydmFsZTEMMAoGA1UECxMDb25lMQwwCgYDVQQLEwN0d28xDzANBgNV
        BAMeBgQWBEMEOjCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAxKsNNhWOf1e5gWbeIEE36hqz70707STi6d6qTE5T2FU1pxZuXjTM
        f4Mr5HTVPY/LQQGz7dwYP/r7UHBPOobA1eqO/A6XQt584BmgqlrTUq6JPGq+A2LMR1RKo61Od2IhBuSqHJzVKz2Kg3eJgERt0/es5/IT
        588M0HmV0gBJ/OkCAwEAAaOCAQgwggEEMHMGA1UdEQRsMGqCCWEuZXhhbXBsZaAKBgMqAwSgAwwBeKQQMA4xDDAKBgNVBAMTA2RpcogD
        KgMEhwQKAAABhxD9AAAAAAAAAAAAAAAAAAABgQ1hQGV4YW1wbGUuY29thhNodHRwczovL2EuZXhhbXBsZS94MF4GA1UdHgRXMFWgPjAN
        ggtleGFtcGxlLmNvbTAKhwgKAAAA/wAAADANgQtleGFtcGxlLmNvbTASpBAwDjEMMAoGA1UEAxMDZGlyoRMwEYIPYmFkLmV4YW1wbGUu
        Y29tMA4GA1UdDwEB/wQEAwIDCDAdBgNVHQ4EFgQUj5z8aP8CW6EqEYhdbpe9Ii/F70EwDQYJKoZIhvcNAQEKMAADgYEAVHu0Ojdj2pT/
        KoLxeoVSHtBtf1AfdCw42/ALFtYA4vejaD5e355Vn0s/JHYXobTRXziXlkFWsTdRe3+Jo8ijgTJ4OABLj0XT9z/kyaeuDBnLWYBCbV6U
        8j44WNzJa7FS/V405alzWOWl/wRi7fFEQ+44SOVC3wLZooi0SPKkIS0=
        """

    static func read(_ text: String) throws -> X509Certificate {
        let der = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        return try #require(X509Certificate(derEncoded: der))
    }
}
