// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import Testing

struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let payload: String
    let token: String

    init(_ name: String, key: String, payload: String, token: String) {
        self.name = name
        self.key = key
        self.payload = payload
        self.token = token
    }

    var testDescription: String { name }

    func verified(_ token: String? = nil) throws -> VerifiedJWS {
        try UnverifiedJWS(token ?? self.token, accepting: Set(SignatureAlgorithm.allCases))
            .verified(with: JSONWebKey(jsonData: key.utf8))
    }

    static let all: [Vector] =
        [
            Vector("RFC 7515 A.2", key: RFC7515.a2Key, payload: RFC7515.payload, token: RFC7515.a2Token),
            Vector("RFC 7515 A.3", key: RFC7515.a3Key, payload: RFC7515.payload, token: RFC7515.a3Token),
            Vector("RFC 7515 A.4", key: RFC7515.a4Key, payload: "Payload", token: RFC7515.a4Token),
            Vector(
                "RFC 7520 4.1", key: RFC7520.rsaPrivateKey, payload: RFC7520.payload,
                token: RFC7520.rs256Token),
            Vector(
                "RFC 7520 4.2", key: RFC7520.rsaPrivateKey, payload: RFC7520.payload,
                token: RFC7520.ps384Token),
            Vector(
                "RFC 7520 4.3", key: RFC7520.p521PrivateKey, payload: RFC7520.payload,
                token: RFC7520.es512Token),
            Vector(
                "RFC 7520 6", key: RFC7520.nestedKey, payload: RFC7520.nestedPayload, token: RFC7520.nestedToken),
            Vector("RFC 8037 A.4", key: RFC8037.privateKey, payload: RFC8037.payload, token: RFC8037.token),
        ] + JoserfcVectors.tokens
}

/// Made once with Python's joserfc 1.6.5 (over pyca/cryptography): `RSAKey.generate_key(2048)` and
/// `ECKey.generate_key("P-384")`, then `jws.serialize_compact({"alg": …, "kid": "joserfc", "typ": "JWT"}, payload,
/// key)`.
enum JoserfcVectors {
    static let payload = #"{"iss":"https://issuer.example","sub":"joserfc"}"#

    static let rsaKey = #"""
        {"n":"1JbzDo0bbXbaqoJFc7NBStuxBN-mA4xB5SOp34FBFxtFzUCXTIgS-es3caTFNanQpo-E87UJyp8vqGAQPE8V-HvhqA\#
        jws4Z4mE_GO4NIdvJu4DjLCjha6ynbz0XGaCPQpX32jNRfIkTPYsaaL5Xnke9D9Qkr0wZqJgaf8kGe65IAvgdn1glCqiklUv\#
        OydSL67Hxgd17p_EiVgnAN6BQGxBQM-iAedoJuBfGVEiROghdwIBlX8m3DDUfe710-qfMch1WFK4DF17RQ-bBI5fLa9_hbV6\#
        Z7TdRznLnE1K7MMw1XrgPe__lWsHStcCMSeJxDbvHzUigLERfMXrqC2fYPuw","e":"AQAB","kty":"RSA","kid":"jose\#
        rfc"}
        """#

    static let p384Key = #"""
        {"crv":"P-384","x":"bXfa1GpzW3WZXHqQ-G7qEaYy9Jo1MYIzhgxEIJCue2nJ1tsTuKBEDcWuq79pKI54","y":"szNKG\#
        g3JhEYeS6QFJgGdJZReES9wXXi-ddc7sUD5-CgyBfVCz8Jh7MUdqSKvkZj3","kty":"EC","kid":"joserfc"}
        """#

    static let tokens: [Vector] = [
        Vector(
            "joserfc RS384", key: rsaKey, payload: payload,
            token: """
                eyJhbGciOiJSUzM4NCIsImtpZCI6Impvc2VyZmMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci5le\
                GFtcGxlIiwic3ViIjoiam9zZXJmYyJ9.JThhwXBpfrvf4Yg7e4SYZOBZE2zdNzjrKyldUUpK8Sm5LAgCjr8ppr3-99MM\
                2jXt6zLtbUdS271FLW67o1lyTkpdnlf8zhruXcRWde-IP2fKhTNI2h307GqjLCOFRVWgcMn6ppBlC2yzoi3U5zwrLEF3\
                _k1PpxnKexHaEPOSVAjmAvNCVOtm2-07kKYeJgAiwpK0ZTdeZhaygqCKJgCNbw7_suUxX3DNiG5T_129xhVDsNdRJv-F\
                X08qCedPXbS7PkY8OnUTvcWOs58y36TuGKDr_MT-6PTKTUtW7_-UaVM6QkiZc8OOpEns6n6Ppu44Z3AbpbVTWHlG7ZlT\
                tp40QQ
                """),
        Vector(
            "joserfc RS512", key: rsaKey, payload: payload,
            token: """
                eyJhbGciOiJSUzUxMiIsImtpZCI6Impvc2VyZmMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci5le\
                GFtcGxlIiwic3ViIjoiam9zZXJmYyJ9.nBFTfcplyuU3cY0zMubXsVZlwc1zFTlQoYz7AxHowg9ysiZUAnTojl3ghcjm\
                uPmlppRq7N-hALsIWJRyv32oARC93rqXWBVnaeWvuLUtQyqVW-PQzKYhNw9ey6hOdT6ZFBIh7-oN0cP5LkdTYR4FMZrN\
                2wQaXb9Bs57SStIdyHR5lmU8fOVvke_We5377zAw7pc2U4VMmZpLSY8PQNwpUnFmafgWKFpWAhO1r4_B-1mY301tjeaB\
                TFq2xZGem6_lI7lEXIRPNJ5LCo94Vp8g6dt26w-XNChfDC9OW6SJAi1VVfBIc89mMUDnWklx4R2gvovQh6cNkrRQVJGc\
                Vwe2hQ
                """),
        Vector(
            "joserfc PS256", key: rsaKey, payload: payload,
            token: """
                eyJhbGciOiJQUzI1NiIsImtpZCI6Impvc2VyZmMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci5le\
                GFtcGxlIiwic3ViIjoiam9zZXJmYyJ9.HEEvwFPIKR6Z32IAXTmxW0sv3CIOCRUEF2fFEbAdizMdWOnMZyi6JWGCIaWB\
                bIE6kxPBFTjcdecsGCJUnTBhDwRAA7nAQWPyhj9Q7qw6D3mChhnHFEMNozf55VQ0wX35rb5Y5CTfHssPNWoHl3mg8p51\
                OnkzMmEv0qfKDofVJHnSvE3ObR7cr8Mc40-Nj5OmBacZIcyK0O-OGOMzlte1jfey2TXSRSUJPt3gjlBG1E1116lXW1AC\
                hcUWDDd9uBwg-xq0gwZI618gJVfearqOYkf7vovkdqnKH3zAe4lt0CzMdDi9JFhi9DVC4M5cwfDgRaYgCdnH7Wz9bKqP\
                7dviZQ
                """),
        Vector(
            "joserfc PS512", key: rsaKey, payload: payload,
            token: """
                eyJhbGciOiJQUzUxMiIsImtpZCI6Impvc2VyZmMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci5le\
                GFtcGxlIiwic3ViIjoiam9zZXJmYyJ9.zySH7ass4Fn-IT0XwwMZf4jY4ZEwJhveJcSHkwHmVZVPiLPGx4JXgDZ3DtDm\
                cN9SKByhk3cgwIhoVWWQEUV9LcdRsPj8qzTjnu8IKmSnlv1LJ3uOQOLWTa5dVbZPAIAo2NnVlR3Dte9jllBHkbi5841O\
                QRZ6Cc8MNbgkWVr5OtVg2kTWmqfJYGK1CH67_-7GsjuuFY1Vjh1qV99Rg5pnSa-Ek4pybZcSRMVZLC-iGjSe35Wyl5_7\
                Q0LlnJ_dyPM0uiuRrcDAEsONbMAd2cPLUVwBceRaj47uE3QlG173TuUd_kBRCfcJHZ-i7-DL6q2Q8EHVTeX6yHs6HjhF\
                3KCADg
                """),
        Vector(
            "joserfc ES384", key: p384Key, payload: payload,
            token: """
                eyJhbGciOiJFUzM4NCIsImtpZCI6Impvc2VyZmMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lzc3Vlci5le\
                GFtcGxlIiwic3ViIjoiam9zZXJmYyJ9.QxKYdEXD1izC6o4XvhEpuIw-Bdtb0tAqrHdpmZCgVKreUBKLkSFp3QQwSx2w\
                Po1uGgHPCuy7aShGQW0cDFg5Tev41Yc1mQzToPByq_lpkEY89MXzSqyLLJYy1kit3dEh
                """),
    ]
}
