// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import QuickStart
import SignIn

/// The command `tessera userinfo`.
package struct UserInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "userinfo", abstract: "Show what the provider tells about a person now.",
        discussion: """
            It asks the provider's UserInfo endpoint, which may tell more than the token of the sign-in did. Which \
            claims it gives depends on the permissions, such as profile and email.
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let claims = try await AppConnection.run(options) { connection in
            try await connection.flow.userInfo(of: connection.account(named: account.account)).claims
        }
        guard !output.json else { return try Terminal.json(claims.values) }
        ClaimTable(claims, now: Date()).lines.forEach(Terminal.result)
    }
}
