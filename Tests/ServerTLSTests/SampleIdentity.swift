// SPDX-License-Identifier: Apache-2.0

/// A P-256 certificate and its key in other tools' formats, made by OpenSSL 3.0.
enum SampleIdentity {
    /// It fits the key in each of its formats.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBeDCCAR+gAwIBAgIUTIzsHxA8C+owzvKNmO6gcoFhisswCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGc2FtcGxlMCAXDTI2MTEyODE2MDYzNloYDzIxMjYxMTA0MTYw
        NjM2WjARMQ8wDQYDVQQDDAZzYW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AASMMxUTvk/I5kWMGCmH/VZ61V81H0wYPg2ptGaMSsq7/yGZk1IvmdyJMD6A5dq1
        ogbsqnz4O9+41EH9jat+md1do1MwUTAdBgNVHQ4EFgQUJJQG7og7S1D3xPVwDOr+
        91oCDSQwHwYDVR0jBBgwFoAUJJQG7og7S1D3xPVwDOr+91oCDSQwDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBNUs3D+BnE/coaq0Spy0Shg6c31aiC
        b0VbnXOSnQtA2AIgVjZ9F7agG6CTZxK5nsB5c0oKTtpSyVsKxWfHIZT8/qg=
        -----END CERTIFICATE-----
        """

    /// PKCS #8.
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUAhAvCZrDPEW+dS1
        NR7jDYffYs486NcJwqwBn4TtmsKhRANCAASMMxUTvk/I5kWMGCmH/VZ61V81H0wY
        Pg2ptGaMSsq7/yGZk1IvmdyJMD6A5dq1ogbsqnz4O9+41EH9jat+md1d
        -----END PRIVATE KEY-----
        """

    /// RFC 5915, behind its curve.
    static let keyWithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIFAIQLwmawzxFvnUtTUe4w2H32LOPOjXCcKsAZ+E7ZrCoAoGCCqGSM49
        AwEHoUQDQgAEjDMVE75PyOZFjBgph/1WetVfNR9MGD4NqbRmjErKu/8hmZNSL5nc
        iTA+gOXataIG7Kp8+DvfuNRB/Y2rfpndXQ==
        -----END EC PRIVATE KEY-----
        """

    /// Encrypted PKCS #8.
    static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh8yjGv9EnEUQICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGIj7MS1fn16+y8GZ7B82oUEgZC8
        tvsxUkqAlB50fl6NwA4pp5vhmI9cUJQgD5LJgJPQ7nbBtgizNn8hhCRmlaye6pjT
        Z+l7Cyo/r7aENuIhN8s5wpPzmvswxJsyLCKNqsHN11wQK67E58UHWwLp3eD77/Yl
        d7T1cNpLt6mojfCq5Wo2sPrINahNO9/OxTfAqY6aGoj+eG3+sOmJTHF5YOeLFXU=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// RFC 5915, encrypted by RFC 1421.
    static let keyEncryptedByHeader = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,A60896876B2415EF097C367394DE4907

        +aePv4JeEE/3qbfP3Jo2cvx0dhKGwOXtaNRhgYcKAo6fvVveGAnm9TR9Q/NLedOb
        eWZ2HlZJmVczgUe5KfquRwqU2FMkrnCjjbHsF4V3nNVZkgWEsrTOZlp6N1VGqGnL
        3Z9AAEphvW7rMhq3uIRlH1ZwLNgttjqGcd3zZSl1xh8=
        -----END EC PRIVATE KEY-----
        """

    /// For an RSA key of 512 bits.
    static let smallCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCASGgAwIBAgIUCndxqJhMeWv3maHP62Qcr78SmC8wDQYJKoZIhvcNAQEL
        BQAwDzENMAsGA1UEAwwEd2VhazAgFw0yNjExMjgxNjA2MzdaGA8yMTI2MTEwNDE2
        MDYzN1owDzENMAsGA1UEAwwEd2VhazBcMA0GCSqGSIb3DQEBAQUAA0sAMEgCQQCl
        Xhie7lRu0ZWhPtrKtpjtn2ZPvifbHfiB0ydGFkDgmPpsjXMH5oiYQT8jdxYDq0xl
        Qv5OBCpt13rsFkEO2eTTAgMBAAGjUzBRMB0GA1UdDgQWBBRTTJJRAMFYQ0t2HhNH
        ISU/QGdiSjAfBgNVHSMEGDAWgBRTTJJRAMFYQ0t2HhNHISU/QGdiSjAPBgNVHRMB
        Af8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA0EAmDa1wF5zcbxeF1221oJIh1EYNm6Q
        xEjG1BJqT3rw4FdBRLI04J/yF2l9nDPQDoBIdftOUJrN3jXDeOOwl6GLDw==
        -----END CERTIFICATE-----
        """
}
