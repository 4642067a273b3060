// SPDX-License-Identifier: Apache-2.0
import CommandArguments

extension RecordedProgram {
    struct TenantCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tenant", abstract: "Run the local tenant alone.",
            discussion: """
                It listens on loopback unless told otherwise, and keeps its directory, keys and sign-ins in its data folder.

                Microsoft's own client libraries insist on https: `tessera tenant --tls` makes a certificate authority of \
                its own, which clients must be told to trust, and `tessera tenant trust` says how.
                """,
            subcommands: [
                TenantTrustCommand.self, TenantTokenCommand.self, TenantClockCommand.self, TenantKeysCommand.self,
                TenantFaultCommand.self, TenantLogCommand.self,
            ])
        @OptionGroup var place: ServerAddressOptions
        @Option(
            "--mtls-port <number>",
            help:
                "A second port, with --tls, at which the standard provider asks clients for certificates (RFC 8705); 0 takes "
                + "a free one.")
        var certificatePort: Int?
        @OptionGroup var storage: TenantDataOption
        @OptionGroup var file: TenantFileOptions
        @OptionGroup var samples: SamplePeopleOption
        @OptionGroup var repeating: RepeatOptions
        @OptionGroup var output: JSONOption
    }

    struct TenantTrustCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trust", abstract: "Say how clients are told to trust the tenant's certificate authority.",
            discussion: """
                The authority can vouch for this machine's own names and those that the tenant was started with, and for \
                nothing else.
                """)
        @OptionGroup var storage: TenantDataOption
        @OptionGroup var output: JSONOption
    }

    struct TenantTokenCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token", abstract: "Print a token of a running tenant, good or precisely broken.",
            discussion: """
                Nobody signs in for it. Without a person it is a token of an app itself. For example:
                tessera tenant token --person ana.silva@aldervale.example --api api://tasks --scope Tasks.ReadWrite
                What can be broken: expired, notYetValid, issuedInFuture, missingExpiry, missingIssuedAt, wrongIssuer, \
                wrongTenant, wrongUserFlow, wrongAudience, audienceArray, wrongAuthorizedParty, wrongNonce, \
                missingNonce, missingSubject, changedSubject, missingScope, wrongAtHash, wrongCHash, \
                duplicateClaim, wrongKey, unknownKey, algNone, algHS256, tamperedPayload, \
                truncatedSignature, missingSignature, paddedBase64, criticalHeader, oversized, notAToken, \
                claim, header.
                """)
        @Option("--person <name>", help: "Who signed in: a user name, an address or an id.")
        var person: String?
        @Option("--client-id <id>", help: "The app that holds it.")
        var clientID: String?
        @Option("--api <name>", help: "The API that it is for, by URI or client id.")
        var api: String?
        @Option("--scope <name>", parsing: .upToNextOption, help: "The permissions in it.")
        var scope: [String] = []
        @Option("--role <name>", parsing: .upToNextOption, help: "The roles in it.")
        var role: [String] = []
        @Flag("--id", help: "An ID token, in place of an access token.")
        var id = false
        @Option("--flow <name>", help: "The user flow that a customer came by.")
        var flow: String?
        @Option("--lifetime <seconds>", help: "How long it is good, up to a day.")
        var lifetime: Int?
        @Option(
            "--claim <name=value>", parsing: .upToNextOption, help: "Claims that it says besides; JSON, or else text.")
        var claim: [String] = []
        @Option("--broken <defect>", help: "What is wrong with it.", transform: Self.defect)
        var broken: String?
        @Option("--without <name>", help: "The claim or header member that is missing.")
        var without: String?
        @OptionGroup var tenant: RunningTenantOptions

        private static func defect(_ text: String) throws -> String {
            throw ValidationError("'\(text)' is none of: \(defects).")
        }

        private static let defects = """
            expired, notYetValid, issuedInFuture, missingExpiry, missingIssuedAt, wrongIssuer, \
            wrongTenant, wrongUserFlow, wrongAudience, audienceArray, wrongAuthorizedParty, wrongNonce, \
            missingNonce, missingSubject, changedSubject, missingScope, wrongAtHash, wrongCHash, \
            duplicateClaim, wrongKey, unknownKey, algNone, algHS256, tamperedPayload, \
            truncatedSignature, missingSignature, paddedBase64, criticalHeader, oversized, notAToken, \
            claim, header
            """
    }

    struct TenantClockCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clock", abstract: "Show or move the clock of a running tenant.",
            discussion: "It stays as it is left, even when the tenant is started again.")
        @Flag("--freeze", help: "Let it stand still.")
        var freeze = false
        @Flag("--run", help: "Let it run on from where it stands.")
        var goesOn = false
        @Flag("--reset", help: "Let it show this machine's time again.")
        var reset = false
        @Option("--advance <seconds>", help: "Move it; a negative number leads back.")
        var advance: Double?
        @Option("--set <time>", help: "Set it, as in 2026-01-01T00:00:00Z.")
        var set: String?
        @OptionGroup var tenant: RunningTenantOptions
        @OptionGroup var output: JSONOption
    }

    struct TenantKeysCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys", abstract: "Show the signing keys of a running tenant, or begin a new one.")
        @Flag("--rotate", help: "Publish a new key, which signs a day later.")
        var rotate = false
        @Option("--rotate-in <seconds>", help: "Publish a new key, which signs so much later.")
        var rotateIn: Double?
        @OptionGroup var tenant: RunningTenantOptions
        @OptionGroup var output: JSONOption
    }

    struct TenantFaultCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fault", abstract: "Let a running tenant fail, or show how it fails.",
            discussion: """
                Without a fault: the rules that are in force. For example: tessera tenant fault wrongNonce --next 1
                Faults that need no more than a name: \
                drop, stall, http500, http503, http429, slowDown, emptyBody, truncate, malformedJSON, \
                duplicateMember, wrongContentType, oversizedBody, wrongIssuerInMetadata, \
                metadataWithoutTokenEndpoint, metadataWithoutDeviceEndpoint, insecureTokenEndpoint, \
                emptyKeySet, keySetWithoutKeys, keysForEncryption, missingIDToken, missingAccessToken, \
                missingRefreshToken, wrongTokenType, missingTokenType, missingExpiresIn, \
                malformedExpiresIn, idTokenAsAccessToken, unreadableUserCode, insecureVerificationURI, \
                expiredDeviceCode, wrongState, missingState, wrongIssuerInRedirect, missingCode, \
                duplicateParameter, unreadableRedirect, wrongRedirect, expired, notYetValid, \
                issuedInFuture, missingExpiry, missingIssuedAt, wrongIssuer, wrongTenant, wrongUserFlow, \
                wrongAudience, audienceArray, wrongAuthorizedParty, wrongNonce, missingNonce, \
                missingSubject, changedSubject, missingScope, wrongAtHash, wrongCHash, duplicateClaim, \
                wrongKey, unknownKey, algNone, algHS256, tamperedPayload, truncatedSignature, \
                missingSignature, paddedBase64, criticalHeader, oversized, notAToken.
                Errors by name or number, at the authorization and the token endpoint if none is named: \
                tessera tenant fault AADSTS50196, or AADB2C90118 for user flows.
                """)
        @Argument("<fault>", help: "How it fails, by name or as JSON.")
        var fault: String?
        @Option(
            "--endpoint <name>",
            help: "Where: metadata, keys, authorize, token and so on.",
            transform: Self.endpoint)
        var endpoint: String?
        @Option("--client-id <id>", help: "For requests of this app only.")
        var clientID: String?
        @Option("--person <name>", help: "For requests about this person only.")
        var person: String?
        @Option("--after <number>", help: "How many requests pass first.")
        var after: Int?
        @Option("--next <number>", help: "How many requests fail; without it: all.")
        var next: Int?
        @Flag("--clear", help: "End every failure.")
        var clear = false
        @OptionGroup var tenant: RunningTenantOptions
        @OptionGroup var output: JSONOption

        private static func endpoint(_ text: String) throws -> String {
            throw ValidationError("'\(text)' is none of: \(endpoints).")
        }

        private static let endpoints = """
            metadata, keys, authorize, pages, token, devicecode, logout, userinfo, graph, instance, \
            userrealm, par, revoke, introspect, register
            """
    }

    struct TenantLogCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log", abstract: "Show the requests that a running tenant refused, and why.",
            discussion: """
                Each line has the time, the endpoint, the rule and the app; below it, the reason and the next step. A demo \
                shows the refusals of its task API as well.
                """)
        @Flag("--follow", help: "Go on with each refusal as it happens; Ctrl-C ends it.")
        var follow = false
        @OptionGroup var tenant: RunningTenantOptions
        @OptionGroup var output: JSONOption
    }

    struct RunningTenantOptions: ParsableArguments {
        @Option(
            "--tenant <url>", help: "The tenant's address. Without it: the running demo's, else http://127.0.0.1:4400.")
        var tenant: String?
    }

    struct TenantFileOptions: ParsableArguments {
        @Option(
            "--from <file>",
            help: "Fill the tenant from a file, - for standard input; in memory, unless --data is given.")
        var from: String?
        @Flag("--replace", help: "With --from: what the file does not name goes, with all sign-ins.")
        var replace = false
        @Option("--export <file>", help: "Write the tenant's content into a file, - for standard output, and end.")
        var export: String?
    }

    struct TenantDataOption: ParsableArguments {
        @Option("--data <folder>", help: "Where the tenant keeps its data.")
        var data: String?
    }

    struct SamplePeopleOption: ParsableArguments {
        @Option(
            "--people <number>",
            help: "Fill the sample company up to so many more people, to see how an app does with a large directory.")
        var people: Int?
    }
}
