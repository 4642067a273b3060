// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

enum SampleAccount {
    static func record(_ person: String = "ann") throws -> AccountRecord {
        try AccountRecord(
            content: Data(
                """
                {"authority":"https://login.example.com/","claims":{"name":"Änn Example"},"clientID":"client",\
                "generation":0,"issuer":"https://login.example.com/","refreshToken":"refresh","registration":"tasks",\
                "signedInAt":1767225600,"subject":"\(person)","tokens":[],"version":1}
                """.utf8))
    }
}
