// SPDX-License-Identifier: Apache-2.0

/// Assertions signed by PyJWT 2.15.1 with certificates of Python's cryptography 50.0.2.
///
/// They are valid for ten minutes from 2026-01-01 00:00:00Z, the time of the clock of ``Site``.
enum AssertionVectors {
    static let clientID = "11111111-2222-4333-8444-555555555555"
    static let issuer = "https://issuer.example"
    static let subject = "repo:aldervale/reports:ref:refs/heads/main"

    /// A certificate of an RSA key, DER in Base64; good until 2045.
    static let rsaCertificate =
        "MIICvjCCAaagAwIBAgIURvfgSOTa56crviHCP7ehYiI6NWIwDQYJKoZIhvcNAQELBQAwGTEXMBUGA1UEAwwObmlnaHRseSByZXBvcnQw"
        + "HhcNMjUwMTAxMDAwMDAwWhcNNDUwMTAxMDAwMDAwWjAZMRcwFQYDVQQDDA5uaWdodGx5IHJlcG9ydDCCASIwDQYJKoZIhvcNAQEBBQAD"
        + "ggEPADCCAQoCggEBANgAaoHvlnAY7FOOZyVpe7PBbQYXctMEe6DjIfHev+kjWa2jOusnT6u2mv1eW0iTEOaHjcAONlcPHWpugmPOLPlv"
        + "EmI8kVaUM0uhQVvgOlqeK46zhbj6qOOx1mPXN0i8YuuRc0M1Y2hTraflJe1tJW7OM77ccrGqhyqvMYF4L6jUkK56pkEmGlyOWOl4xpQ3"
        + "N1ugtSGVJPbBrMQckM0fWqI8ahGVgpWgNIP/6E5T4Z8CnzppiakUHqHjFqbYMam2dUvBg6E7kxv5E5GuhWrzgXjM0Q2DPx1pVy7eYnbU"
        + "HCJutWy8HWyZNPM2yjTC7ZU4d6ZcXQkzhrXg28bq1NiFHEUCAwEAATANBgkqhkiG9w0BAQsFAAOCAQEAjyLiYZNwpmlrXeUN7xf1IPWT"
        + "oIK56+FpaG9NXLjZJiNEQtKE8wJYifQnBKJLH9tY3MBt6aes8TZOO2g0lSr8ns2RpoMVsfsUl7UmAcNPdwakjyP2BpFRKFxu7LOuIUaW"
        + "OX/DMC/DZunXl/cBJ2t+r4y0qLsx3YWp/RVJHkLkXIGJj/W5DeIq/9eW8BdsTTaKtRFt6a/BYYfi7o5YbY+QmKitAxr4BsFEE2ktlYNS"
        + "byUQ7hxOa6WPky8lwK30oQIE5d1MovczrrFxaGlpoBwCoYLU/H0mbOs2t5obIObB27TsvX8bFhiOFxtrm9Rapr2N3ufnuZG03nD3QOtB"
        + "ox6iTg=="

    static let ellipticCertificate =
        "MIIBMTCB2KADAgECAhRXdotpdToYWEgFayuaAOZ+Oz7V3DAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5uaWdodGx5IHJlcG9ydDAeFw0y"
        + "NTAxMDEwMDAwMDBaFw00NTAxMDEwMDAwMDBaMBkxFzAVBgNVBAMMDm5pZ2h0bHkgcmVwb3J0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD"
        + "QgAEbxjYCSXzzvcECvD3qVHSdC+MlhjZUM/1ShotPnNZa76aBw9evDLN9W5NYbAVhclTL+dMLGmEnk+tY1SDl03jRjAKBggqhkjOPQQD"
        + "AgNIADBFAiEAxhPUnNCyIykU9OPV4n/lLMwBtEuX6SdHejSp6nCS1D0CIEIlmwzCysxoeSDze1pBk+8XkhokepESxqkMx6UuSPKZ"

    /// RS256, found by `x5t`, as MSAL for Python writes it.
    static let rs256 =
        "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsIng1dCI6IllZZHZ0anZRamFoc0QxdDNHU2pIaGZBbXJrYyJ9.eyJhdWQiOiJodHRwOi8"
        + "vMTI3LjAuMC4xOjQ0MDAvMmVlNTBjNTctZTc4Zi00N2Y2LWExOGQtOGY2YWFlMDA3Njk0L29hdXRoMi92Mi4wL3Rva2VuIiwiaXNzIjo"
        + "iMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1Iiwic3ViIjoiMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU"
        + "1NTU1IiwianRpIjoiMzBhMGI2YmEtMDczYS00ZDY5LWFkM2MtZGE3ODQyNGY2ZWIyIiwibmJmIjoxNzY3MjI1NjAwLCJpYXQiOjE3Njc"
        + "yMjU2MDAsImV4cCI6MTc2NzIyNjIwMH0.AJxLZJqkren5amit9ct8A0GAaAB2mgBAZIpfXjQr82bepsuXYfj7dD7rPu0sxV9_phtr5kZ"
        + "9Fa5oOolWZ0YRLE60R6IZjBXffk5nokdEBh6AJpKRrQdIVpow_nZomSr83pyr9ms6MGM43t2_UrAc86Dyue7zbl-XuYeSt_P9lgqEKOC"
        + "0cEYGtvOnsclnXLsFJLsxldke8jER9PuAwWg8drJmarzBaqtSzQ8o3mWoIbx6hASlOKhB_R7WpLTLA7nXoyfwaIYpwKLMbcF5lTuEKD1"
        + "oKek5VJHxM77fNsGvKEgYREpG2Mm5MnuhOX8lUz9-61mO9trO0UyIQpxwx28x7g"

    /// PS256, found by `x5t#S256`, as MSAL for .NET and Go write it.
    static let ps256 =
        "eyJhbGciOiJQUzI1NiIsInR5cCI6IkpXVCIsIng1dCNTMjU2IjoiZDlqcmlhTnYwZXhGOGtQcThNMi1EanBXZ0tQMDFCTF8yM2lKWndT"
        + "cWNpMCJ9.eyJhdWQiOiJodHRwOi8vMTI3LjAuMC4xOjQ0MDAvMmVlNTBjNTctZTc4Zi00N2Y2LWExOGQtOGY2YWFlMDA3Njk0L29hdXR"
        + "oMi92Mi4wL3Rva2VuIiwiaXNzIjoiMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1Iiwic3ViIjoiMTExMTExMTEtMjI"
        + "yMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1IiwianRpIjoiNTJlZDhhZTAtOGE5YS00NDgxLTg5MzgtODcyNzY1N2RlOTc0IiwibmJmIjo"
        + "xNzY3MjI1NjAwLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MTc2NzIyNjIwMH0.mVYvDS_dWUU8Zv7vrwHtuInGbh6k7b_FAIcrVP6Jqe0"
        + "0ROdatnhRM1Ss9eQNmkeTeTBUfedtVWWefElgwoEG9GLnvVUaP-vnjX0T2OuWSo4rg1C9lwOqY2s9pwpeSbqtx7TBlR1yUEYIa6Uu_1C"
        + "X4YECHLenmbgMZnJIdypp3fuLykznstGDpdAU94dewtv0INsoNAXg3NGj7e48QjQpyiaB4Xsnw3R5KWhvE-YrDupP3jjJJRq-1SWxszw"
        + "jFb4v18HswkEVCfKL0-w7qlZT8sCNHeUFO_Rz_r8dP2ZLbU5yxnZ9qocHjlq-ioKcXBSHHyM9qKX_KQJFd3UEkZ6gNg"

    /// RS256, found by `kid` in hexadecimal digits, for the issuer as audience.
    static let kid =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6IjYxODc2RkI2M0JEMDhEQTg2QzBGNUI3NzE5MjhDNzg1RjAyNkFFNDciLCJ0eXAiOiJKV1QifQ.e"
        + "yJhdWQiOiJodHRwOi8vMTI3LjAuMC4xOjQ0MDAvMmVlNTBjNTctZTc4Zi00N2Y2LWExOGQtOGY2YWFlMDA3Njk0L3YyLjAiLCJpc3MiO"
        + "iIxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUiLCJzdWIiOiIxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1N"
        + "TU1NTUiLCJqdGkiOiIxMTQ1ZjQ0MS0yMzYxLTRlYzAtOWJiNy0zYzVhYTMwMWRkMDYiLCJuYmYiOjE3NjcyMjU2MDAsImlhdCI6MTc2N"
        + "zIyNTYwMCwiZXhwIjoxNzY3MjI2MjAwfQ.T3qWG0RXs1Z1eaDN-XGGZN9S8_mU6uz8W4okkDO5VxZKXZkVeQO6ETCyXULpywRnI1jsOj"
        + "6eMiAdp2mwjQy7xnmTM2h2ekGJa5noi0nGoEn1Rtjdvf0d5BNdzDeOd-F-b-7MxqJcq4-H9-RxX_QCSgyuFgxsJTFLuy9_h1tO8djtec"
        + "2KmbadwH3_AgLFy2VLy6bNkTVvYPyWCSxSbpK5TFP_kfIXoLoPozOF19icSrecBc20h5xLLKdIvZnW3WlZc76X1gSuyUCdVw_wyDS8rz"
        + "kIN7fp1gnl-YxtGQ8DP4iaEwko3JxFxtMF1Rt-_2TrCisKqYLZCNwfiQFhFo_9Ng"

    /// ES256, found by `x5t`.
    static let es256 =
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsIng1dCI6IjZESGlERTBoZUdNNkhzNlZMc1Q5Wnd2dkZTbyJ9.eyJhdWQiOiJodHRwOi8"
        + "vMTI3LjAuMC4xOjQ0MDAvMmVlNTBjNTctZTc4Zi00N2Y2LWExOGQtOGY2YWFlMDA3Njk0L29hdXRoMi92Mi4wL3Rva2VuIiwiaXNzIjo"
        + "iMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1Iiwic3ViIjoiMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU"
        + "1NTU1IiwianRpIjoiMzQ2YTZlNDAtODFiZS00NmU3LTk2MDItZDUyNGE0MGUwYzhlIiwibmJmIjoxNzY3MjI1NjAwLCJpYXQiOjE3Njc"
        + "yMjU2MDAsImV4cCI6MTc2NzIyNjIwMH0.7_d6E3vW2ycEgblwEK9NXAcLd4xb-xIw1vmGHh8bOIzueD0lYnKYiDMvHDrktzMeJ5_qniY"
        + "JpQtARUJ_W8NHjg"

    /// The certificate for ``msal``, of another P-256 key.
    static let msalCertificate =
        "MIIBMDCB2KADAgECAhQHUnsJqY8IP+40CeegFqY940SwNjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5uaWdodGx5IHJlcG9ydDAeFw0y"
        + "NTAxMDEwMDAwMDBaFw00NTAxMDEwMDAwMDBaMBkxFzAVBgNVBAMMDm5pZ2h0bHkgcmVwb3J0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD"
        + "QgAE8IHxuyR6eR1GiqcZDnwUpb5FEmFXSWY0WqqE852SCqVlMVVrgUjIOBc+g0ixPqg5b93CCD7l4DEa6nvO52PJajAKBggqhkjOPQQD"
        + "AgNHADBEAiB4DOQq4AHotBB2Th24lD9dfAA41FBAYXIy5tMvqB50sAIgDvWX04vK1ecrfjSPk8pU4+xJ/lEgE/KDXvqk4U84qPI="

    /// ES256, by MSAL for Python 1.39.0 itself: it pads the thumbprints, and its times have fractions.
    static let msal =
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsIng1dCI6IjVKbGxwQjVOMW40NU9SZWQ1dzBmcE5Qc0pXTT0iLCJ4NXQjUzI1NiI6Il9X"
        + "MkpfakpHODQ2OVgxUVBmSzNWQnhRSGZaa1lSWjlqSlBGX0JSQU4zZjA9In0.eyJhdWQiOiJodHRwOi8vMTI3LjAuMC4xOjQ0MDAvMmVl"
        + "NTBjNTctZTc4Zi00N2Y2LWExOGQtOGY2YWFlMDA3Njk0L29hdXRoMi92Mi4wL3Rva2VuIiwiaXNzIjoiMTExMTExMTEtMjIyMi00MzMz"
        + "LTg0NDQtNTU1NTU1NTU1NTU1Iiwic3ViIjoiMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1IiwiZXhwIjoxNzY3MjI2"
        + "MjAwLjI1LCJpYXQiOjE3NjcyMjU2MDAuMjUsImp0aSI6IjJkNmU3NDYxLWU5MTktNGRkNS05ZTAzLWFjYjI3NTk4MTdhMyJ9.AYOGW9K"
        + "aIRRrk_UUehr7ABZ5Q6RVuAtm92pCjoWerq91vhZ_DbKO0SERAND1bqQBUFhliA_g7gi80B_x_36UdA"

    static let keySet =
        #"{"keys":[{"kty":"RSA","use":"sig","kid":"key-1","alg":"RS256","e":"AQAB","n":"t1bKrXeZWJjTiHBGqF9F7qjXBe"#
        + #"Pp54QnCSoX3bmPoniGsDIm4t3YrnDlKC9rCk-mCopYrU3qvb-ihfVBtkVTBJi7LaG2HEAb5zLkuldsYzOkM0bjmzc66zSSYFo4YRXLvA"#
        + #"SvjIKkKt_1O2RoA2a2YNxyavRD_jUhv9J0mlFVjbQrl5FUeji-AQxvY9TkGUbghitUMgI5QBuTblIue-w6Hn1EzLNQwuPp7nud7YqfvP"#
        + #"4xQgwr6a35PM7t7ybquFpBQjc4N4ePIH5Z0J8N60lm3941j73AIWOkiVR8-Ee6pi0Al2pl3-pm482hnZwFmAKYenHgvoKlWKusqD3Ese"#
        + #"MWfw"}]}"#

    static let federated =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6ImtleS0xIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2lzc3Vlci5leGFtcGxlIiwic3Vi"
        + "IjoicmVwbzphbGRlcnZhbGUvcmVwb3J0czpyZWY6cmVmcy9oZWFkcy9tYWluIiwiYXVkIjoiYXBpOi8vQXp1cmVBRFRva2VuRXhjaGFu"
        + "Z2UiLCJpYXQiOjE3NjcyMjU2MDAsIm5iZiI6MTc2NzIyNTYwMCwiZXhwIjoxNzY3MjI2MjAwLCJqdGkiOiIxIn0.kTMfxQ-ahWkb3GmQ"
        + "1yDB4ELyoUuCsAY64pR4bBZQd85SbgsPf7j6cEWGmKus4sFJ9vsHDsF6oOzYCSqgYARrz7POxqg_wu0axZKeVz_SM9nL4v3g5Jqxa3cw"
        + "-igfmc6rFDPEXHblpCyDYhZaBYsGWu68xg483o30KUqj3xbte0IxE-Q2Be5KFfkiwhYMaQhaOTT44bgWDOc9O1w9vYVeLZFfKFOuG7cy"
        + "iZbZHUnm5MU6bu1nBznml3t9OOCmmEDjnwF9cgc0-1AukZeFpHLZdmiz5tntzMlJs9cof85ZiGV350B0bT49Pe5qGiyM2NHd4b7lkQ8T"
        + "cpm3Xu7Wx4NiVQ"
}

/// An issuer with a list of documents; every other address is unreachable.
struct FederatedIssuer: Transport {
    var documents: [String: String] = [
        "https://issuer.example/.well-known/openid-configuration":
            #"{"issuer":"https://issuer.example","jwks_uri":"https://issuer.example/keys"}"#,
        "https://issuer.example/keys": AssertionVectors.keySet,
    ]

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        // A name in the private network of the tenant.
        if request.authority == "inside.example", PeerRule.current?.admits([10, 0, 0, 7]) == false {
            throw PeerRule.Violation()
        }
        guard let document = documents[address] else { throw TransportError(.unreachable, "nobody is there") }
        return TransportResponse(head: HTTPResponse(status: .ok), body: Data(document.utf8))
    }
}
