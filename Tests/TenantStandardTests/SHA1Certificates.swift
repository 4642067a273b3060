// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Certificates that OpenSSL's command made in November 2026, valid for twenty years; the private keys are gone.
///
/// Nothing of ours signs with RSA over SHA-1.
enum SHA1Certificates {
    /// A time at which they are valid: the first second of 2030.
    static let time = Date(timeIntervalSince1970: 1_893_456_000)

    /// The authority `CN=rsa`, with a key of 2048 bits.
    static let authority = der(
        "MIIC2zCCAcOgAwIBAgITWhzKFb2IgiBEN3rYHWwb4I4/UjANBgkqhkiG9w0BAQsFADAOMQwwCgYDVQQDDANyc2EwHhcNMjYxMTI4"
            + "MTMwMDA3WhcNNDYxMTIzMTMwMDA3WjAOMQwwCgYDVQQDDANyc2EwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCnB2Pk"
            + "NCzXLgEO9E0hRPaG3Oo90E47y/12nJCl/vEs7dQ6RTTWoIm6PN9K21/GrZUHR9so2Xw66necoLeoFVSKRFN7gVNO5mVlpntcTjUh"
            + "/lrOk80++Q+LDntJ2E/RSFo2rw2+NIYwzJOXywrfgo1kRdmY2eVjsaIXanJBQTrpiZlmbdVC+z/a/F9k1ElXVc4eISiwXfAcZgXz"
            + "E20y5mZvVzRa1VuEOCBukfhcLM97DCmD1VQi8CkbC4DgTgrJQiOPfUnyxeFJCj3nqOjhi3fKIpu/8BXPDyzzh9xKuGTy5FDf1oUN"
            + "IzJb4CWZKr3KlbBDlYx0qcrRJfOpHkxO0niPAgMBAAGjMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFA75mCAEWjj8GVCL"
            + "zbg9qkLLSwi7MA0GCSqGSIb3DQEBCwUAA4IBAQAI2bDJWVXq0r/r0BZdgVkUvl0q3QMGdbhwJSViSV9t0DH6Wu5ZqC6Fx3C2sHn+"
            + "nxtM4XZxsf/L5wNbSlUXd5HEsSRBk2MmMxU+O+vv9K8uUlfiC/6DLDlweznrpqIPn7OwgeH9u9kp6v2CkNyES/SW98qDTJYW4UqU"
            + "37tb0ZSRTCJXnPSUjeI8fB2yXeJdom6IhLi4KYsfOh3Z6s4dpPr2TOfm4Z0R1feQ3Mmh5fJ6bcib+L2QNLnDHHsnKUYPk0SaefGX"
            + "vlAjEbsB2MLNq9/h6cR5qB2gyLXSD+eRw8RSWzX6yC4Rf2ep91xCKulgEfKl8X5S/PkbpUtdAAZvzrCC")

    /// `CN=till`, signed by the authority over SHA-256.
    static let strong = der(
        "MIICHTCCAQWgAwIBAgIBATANBgkqhkiG9w0BAQsFADAOMQwwCgYDVQQDDANyc2EwHhcNMjYxMTI4MTMwMDU1WhcNNDYxMTIzMTMw"
            + "MDU1WjAPMQ0wCwYDVQQDDAR0aWxsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+s6+1oJPcm98JDh3HnYSJLX8fd+ehd5dR1IS"
            + "9DCFeb/YVevj02fnE9BY+GJALaDwbdR/4TjE8kePZZDX4PTd26NQME4wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQU1WbDAW3ncB3/"
            + "NXoRRpX7SCnPwV4wHwYDVR0jBBgwFoAUDvmYIARaOPwZUIvNuD2qQstLCLswDQYJKoZIhvcNAQELBQADggEBAEk/n/jcpicyQWSd"
            + "LSWCrNgSv/Ka2mpA8lEh+hILozCAmd76Z405+PdFQBdaGE9zeK557KesJW34X8bHG1j89WynjAgRshyA3b0665RnS4+eT/fRNBq/"
            + "IBeNnSfJ24f/pf2/ERQlpeKPHReECqzzrX2JImQx7e30DRZT6PooGSgDRVoTaaFFj5wnp47InnILYvFfSZl311Pk1yQOEV6eZrv4"
            + "1SXEiXN97blee30oJimffQkxrdAmvz7Z7WxKBRsMLw2t75rRbJv1rDcl1/Z1RbD8V2yuRo82SPQj7PIzj7iBdLGwP3JN/HqZXnX8"
            + "B8Bll7D29JKmtvWV4tq2SBIFoC4=")

    /// The same over SHA-1.
    static let weak = der(
        "MIICHTCCAQWgAwIBAgIBATANBgkqhkiG9w0BAQUFADAOMQwwCgYDVQQDDANyc2EwHhcNMjYxMTI4MTMwMDU1WhcNNDYxMTIzMTMw"
            + "MDU1WjAPMQ0wCwYDVQQDDAR0aWxsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+s6+1oJPcm98JDh3HnYSJLX8fd+ehd5dR1IS"
            + "9DCFeb/YVevj02fnE9BY+GJALaDwbdR/4TjE8kePZZDX4PTd26NQME4wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQU1WbDAW3ncB3/"
            + "NXoRRpX7SCnPwV4wHwYDVR0jBBgwFoAUDvmYIARaOPwZUIvNuD2qQstLCLswDQYJKoZIhvcNAQEFBQADggEBAFxd/c2cgSEw/g7a"
            + "TLbHU30/WKFqSQopyGAXm8QBW4wZVr/hmQjPygFfsAbr+zDuT2EpUXOwimW8uTi9sayjwtvfTlXrUA2iM62kJfVemWhALzd/YKcZ"
            + "Z7GUhmgG7WlPgcU5ECs+m4nX4bhqrPEQ83xBZA3lw3MQzv/94rWCxrHhHX0EkC+UILb6sVT7lRBvgpyZxsLV/Bq5Q51SQmgpuZHQ"
            + "32rcETAB+C8QFREYAfxC7AyV4BpTye/GkC5hJRPTFLQa0J3gGZIwm9A9xUGUfXc3x1t5W8bBdDufeSTcZ7bcb1BxKDmNe3oZczOS"
            + "QhcgExZ4gDQq7t1qZFo8n9rRh90=")

    private static func der(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
}
