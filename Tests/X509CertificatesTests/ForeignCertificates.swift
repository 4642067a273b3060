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

    /// By OpenSSL 3.0: permitted names of each kind.
    static let permitted = """
        MIIBijCCATGgAwIBAgIUPc8cJgz5OW/PIXK7zk42ZYjsKsswCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBYTAgFw0yNjExMjkxOTUwNDZa
        GA8yMTI2MTEwNTE5NTA0NlowDDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFZbD4W3fgpnKM06mr8hG2HoQTyP
        cmiIKHGdNJQ1ZD1XhaqoMFRogtLH5myJb9XEAr1slFERR7VzWcT7ta4Y9LGjbzBtMEwGA1UdHgEB/wRCMECgPjANggtleGFtcGxlLmNv
        bTAKhwgKAAAA/wAAADANgQtleGFtcGxlLmNvbTASpBAwDjEMMAoGA1UEAwwDZGlyMB0GA1UdDgQWBBRTkLTmxMCA9cgj5VWlE6CzfT45
        4zAKBggqhkjOPQQDAgNHADBEAiA2tn74Ef42ios1/1dD0pQtvYqeD3sn+BT8nA7GNuol+AIgFxC0ZA34JId43cj1070SFWHxy1QHcyZL
        cMYiREnCJHA=
        """

    /// By OpenSSL 3.0: an excluded name, and no permitted ones.
    static let excluded = """
        MIIBYTCCAQagAwIBAgIUIcXvIX4bTL8k4dLMKrNa70VdDBMwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBYTAgFw0yNjExMjkxOTUwNDZa
        GA8yMTI2MTEwNTE5NTA0NlowDDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFZbD4W3fgpnKM06mr8hG2HoQTyP
        cmiIKHGdNJQ1ZD1XhaqoMFRogtLH5myJb9XEAr1slFERR7VzWcT7ta4Y9LGjRDBCMCEGA1UdHgEB/wQXMBWhEzARgg9iYWQuZXhhbXBs
        ZS5jb20wHQYDVR0OBBYEFFOQtObEwID1yCPlVaUToLN9PjnjMAoGCCqGSM49BAMCA0kAMEYCIQD8GnEtK2NLmWNTZHzTTYPREl3ytN2o
        9iRd3Ap3BvwKAAIhANK8Gfi3Hfy+uDEU8jEoBMLUuGuq1zd6nt593d9bgxis
        """

    /// By OpenSSL 3.0: limits of names that contain none, which RFC 5280 §4.2.1.10 forbids.
    static let withoutLimits = """
        MIIBSjCB8aADAgECAhQKdWXWC8lTxyLu0LoMK5hjGjWx2zAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFhMCAXDTI2MTEyOTIwMTI0NFoY
        DzIxMjYxMTA1MjAxMjQ0WjAMMQowCAYDVQQDDAFhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVlsPhbd+CmcozTqavyEbYehBPI9y
        aIgocZ00lDVkPVeFqqgwVGiC0sfmbIlv1cQCvWyUURFHtXNZxPu1rhj0saMvMC0wDAYDVR0eAQH/BAIwADAdBgNVHQ4EFgQUU5C05sTA
        gPXII+VVpROgs30+OeMwCgYIKoZIzj0EAwIDSAAwRQIhALw/GWdR/IPghikV+Mt+anYfnADz8LEt3LS7+zwLadcfAiBx8bKWhEZGkm9J
        AHgAT4Gufyv009U7jlpP2eBEcGQqrA==
        """

    static func read(_ text: String) throws -> X509Certificate {
        let der = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        return try #require(X509Certificate(derEncoded: der))
    }
}
