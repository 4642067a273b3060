// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import Testing

@Suite struct EntraAuthorityTests {
    static let read: [(String, String, String)] = [
        (
            "https://login.microsoftonline.com/common", "https://login.microsoftonline.com/common/v2.0",
            "common"
        ),
        (
            "https://login.microsoftonline.com/common/", "https://login.microsoftonline.com/common/v2.0",
            "common"
        ),
        (
            "https://login.microsoftonline.com/common/v2.0", "https://login.microsoftonline.com/common/v2.0",
            "common"
        ),
        (
            "https://login.microsoftonline.com/common/v2.0/", "https://login.microsoftonline.com/common/v2.0",
            "common"
        ),
        (
            "https://login.microsoftonline.us/organizations",
            "https://login.microsoftonline.us/organizations/v2.0", "organizations"
        ),
        (
            "https://login.example/contoso.onmicrosoft.com",
            "https://login.example/contoso.onmicrosoft.com/v2.0", "contoso.onmicrosoft.com"
        ),
        (
            "https://login.example/AB1708E7-0000-0000-0000-000000000001",
            "https://login.example/AB1708E7-0000-0000-0000-000000000001/v2.0",
            "AB1708E7-0000-0000-0000-000000000001"
        ),
        ("http://127.0.0.1:4400/common", "http://127.0.0.1:4400/common/v2.0", "common"),
    ]

    @Test(arguments: read) func `an authority is read`(
        _ text: String, _ issuer: String, _ audience: String
    ) throws {
        let authority = try #require(EntraAuthority(text))
        #expect(authority.issuer.absoluteString == issuer)
        #expect(authority.audience == audience)
    }

    @Test(arguments: [
        "", "common", "/common", "login.microsoftonline.com/common", "https://login.microsoftonline.com",
        "https://login.microsoftonline.com/", "https:///common", "https://login.example/common/oauth2/v2.0",
        "https://login.example/common/v1.0", "https://login.example/common?p=1",
        "https://login.example/common#v2.0",
        "https://me@login.example/common", " https://login.example/common", "https://login.example/a%2Fb",
        "https://login.example/v2.0/common",
    ])
    func `anything else is no authority`(_ text: String) {
        #expect(EntraAuthority(text) == nil)
    }
}
