// SPDX-License-Identifier: Apache-2.0
import CommandArguments

extension RecordedProgram {
    struct SignInCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Sign in, or give the app more permissions.",
            discussion: """
                With this machine's browser: the program named by $BROWSER, else the system's own. Over SSH, or without a \
                display, with a code to type on any device. Where no program can listen at the redirect URI, with the \
                address that the browser ends at.

                At any OpenID provider: tessera sign-in --issuer URL --client-id ID. What it was told is remembered, \
                sealed; every other command then takes --registration NAME.
                """)
        @OptionGroup var way: SignInWayOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup(title: "A provider of your own")
        var provider: IssuerOptions
        @OptionGroup var output: JSONOption
        @Option("--account <name>", help: "The user name to begin with; without it, you choose on the page.")
        var account: String?
        @Option(
            "--scope <name>",
            parsing: .upToNextOption,
            help: "Permissions to ask for besides those of the settings, for the account that is signed in.",
            more: "With --issuer: all that the registration asks for.")
        var scope: [String] = []
    }

    struct AccountsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "accounts", abstract: "Show who is signed in.")
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }

    struct SignOutCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out", abstract: "Forget an account, and end its session at the provider.",
            discussion: """
                The account and its tokens are forgotten on this machine whatever happens. The provider's session is in \
                your browser, and ends there: this opens its page, or prints the address where there is no browser.
                """)
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
        @Argument("<name>", help: "The user name of the account; without it, the latest sign-in.")
        var name: String?
        @Flag(
            "--all",
            help:
                "Forget every account of these settings; with --registration, the registration and its secret as well.")
        var all = false
        @Flag("--local", help: "Leave the provider's session as it is.")
        var local = false

        func validate() throws {
            guard name == nil || !all else { throw ValidationError("Name an account or use --all, not both.") }
        }
    }

    struct TokenCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token", abstract: "Print an access token, for curl and the like.",
            discussion: """
                It is refreshed when needed. It opens what it allows to any program, so keep it out of files and histories:
                curl -H "Authorization: Bearer $(tessera token)" ADDRESS
                """)
        @Option(
            "--scope <name>",
            parsing: .upToNextOption,
            help: "Permissions that the token must carry, all of one API. Without them: those of the settings.")
        var scope: [String] = []
        @Flag("--app", help: "A token of the app itself, for nobody in particular; the settings hold its secret.")
        var app = false
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }

    struct InspectCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect", abstract: "Explain a token, and say why an API would refuse it.",
            discussion: """
                Without a token, the latest sign-in's access token. A token on the command line is seen by everybody on \
                this machine, so pass it on standard input: tessera inspect - < FILE
                """)
        @Argument("<token>", help: "The token, or - to read it from standard input.")
        var token: String?
        @Option(
            "--audience <name>", help: "Judge for the API of this name (its aud), instead of the ones of the settings.")
        var audience: [String] = []
        @Option("--scope <name>", parsing: .upToNextOption, help: "The permissions of which that API wants one.")
        var scope: [String] = []
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }

    struct UserInfoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "userinfo", abstract: "Show what the provider tells about a person now.",
            discussion: """
                It asks the provider's UserInfo endpoint, which may tell more than the token of the sign-in did. Which \
                claims it gives depends on the permissions, such as profile and email.
                """)
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }
}
