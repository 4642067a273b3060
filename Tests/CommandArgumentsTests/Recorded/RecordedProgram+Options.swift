// SPDX-License-Identifier: Apache-2.0
import CommandArguments

extension RecordedProgram {
    struct SettingsOptions: ParsableArguments {
        @Option(
            "--settings <file>",
            help: "A settings.plist, or demo or demo-b2c for the running demo.",
            more: "Without it: the file that $TESSERA_SETTINGS names, else the running demo.")
        var settings: String?
        @Option(
            "--registration <name>",
            help: "A registration that `tessera sign-in --issuer` or `tessera call` remembered, instead of settings.")
        var registration: String?
        @Option("--timeout <seconds>", help: "How long each request may take.")
        var timeout: Double = 10

        func validate() throws {
            guard settings == nil || registration == nil else {
                throw ValidationError("Use --settings or --registration, not both.")
            }
        }
    }

    struct AccountOptions: ParsableArguments {
        @Option("--account <name>", help: "The user name of the account to use; without it, the latest sign-in.")
        var account: String?
    }

    struct JSONOption: ParsableArguments {
        @Flag("--json", help: "Print the result as JSON.")
        var json = false
    }

    struct SignInWayOptions: ParsableArguments {
        @Flag("--browser", help: "Use this machine's browser, also over SSH or without a display.")
        var browser = false
        @Flag("--device-code", help: "Show a code to type in a browser on any device.")
        var deviceCode = false
        @Flag("--paste", help: "Show an address, and take the one that the browser ends at.")
        var paste = false
    }

    struct IssuerOptions: ParsableArguments {
        @Option(
            "--issuer <url>", help: "Sign in at this OpenID provider, instead of one of the settings, and remember it.")
        var issuer: String?
        @Option("--client-id <id>", help: "The client id that the provider gave to the app.")
        var clientId: String?
        @Option(
            "--name <name>",
            help: "The name to remember it by; the issuer's host, unless given. Use it with --registration.")
        var name: String?
        @Option(
            "--redirect-uri <uri>",
            help: "A redirect URI that is registered there; http://127.0.0.1, at any free port, unless given.")
        var redirectUri: String?
        @Option(
            "--client-authentication <how>",
            help: "How the app shows its secret: basic, post, or none. Basic with a secret, else none.")
        var clientAuthentication: String?
        @Option(
            "--client-secret-file <file>", help: "A file that holds the client secret and that nobody else can read.")
        var clientSecretFile: String?
    }

    struct TaskOptions: ParsableArguments {
        @OptionGroup var account: AccountOptions
        @OptionGroup var settings: SettingsOptions
        @OptionGroup var output: JSONOption
    }
}
