// SPDX-License-Identifier: Apache-2.0

import ClientCommands
import CommandArguments
import LocalTenant
import PortableFoundation
import TenantAdministration
import TenantDirectory

struct TenantFileOptions: ParsableArguments {
    @Option(
        "--from <file>",
        help: "Load the tenant from a file, or - for standard input. Kept in memory unless --data is given.")
    var from: String?

    @Flag("--replace", help: "With --from: remove everything that the file does not contain, and all sign-ins.")
    var replace = false

    @Option("--export <file>", help: "Export the tenant to a file, or - for standard output, and exit.")
    var export: String?

    func validate() throws {
        guard from != "" else { throw ValidationError("--from needs a file name.") }
        guard export != "" else { throw ValidationError("--export needs a file name.") }
        guard !replace || from != nil else { throw ValidationError("--replace requires --from FILE.") }
    }

    func fill(_ platform: IdentityPlatform) async throws {
        guard let from else { return }
        let report = try await ProgressBar.during("reading \(from == "-" ? "the tenant file" : from)") { bar in
            try await platform.content.take(try content(of: from), isReplacing: replace) { bar.show($0) }
        }
        for line in report.lines { Terminal.note("\(from): \(line)") }
    }

    func write(_ platform: IdentityPlatform) async throws -> Bool {
        guard let export else { return false }
        let content = try await platform.content.file()
        guard export != "-" else {
            try Terminal.output(content)
            return true
        }
        // The content has hashes of passwords and secrets.
        try OutputFile.write(content, to: export, isPrivate: true)
        Terminal.note("\(export): written; its passwords and secrets are hashes")
        return true
    }

    private func content(of name: String) throws -> [UInt8] {
        do {
            return name == "-"
                ? Array(try FileDescriptor.standardInput.read())
                : Array(try Data(contentsOf: URL(filePath: name), options: .mappedIfSafe))
        } catch {
            throw CommandError(
                "the tenant file \(name) cannot be read: \(error.explanation)",
                hint: "check the path; `tessera tenant --export FILE` writes a valid file", .noInput)
        }
    }
}

struct RepeatOptions: ParsableArguments {
    @Option("--keys <name>", help: "The signing keys: own, or development, which are public and never change.")
    var keys: SigningKeySource = .own

    @Option("--seed <number>", help: "For tests: makes codes and ids the same in every run on an empty folder.")
    var seed: UInt64?

    func apply(to settings: inout TenantSettings) {
        settings.keys = keys
        settings.seed = seed
        if keys != .own {
            Terminal.note("warning: the development keys are public: anyone can forge tokens of this tenant")
        }
        if seed != nil { Terminal.note("warning: anyone who knows the seed knows all codes of this tenant") }
    }
}

extension SigningKeySource: ExpressibleByArgument {}

struct TenantDataOption: ParsableArguments {
    @Option("--data <folder>", help: "The folder for the tenant's data.")
    var data: String?

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs a folder name.") }
    }

    var folder: URL { data.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } ?? Folders.tenant }

    var certificates: URL { folder.appending(path: "certificates", directoryHint: .isDirectory) }
}

struct SamplePeopleOption: ParsableArguments {
    @Option(
        "--people <number>",
        help: "Add up to this many people to the sample company, to test apps with a large directory.")
    var people: Int?

    func validate() throws {
        guard (1...SamplePeople.limit).contains(people ?? 1) else {
            throw ValidationError("--people must be a number from 1 to \(SamplePeople.limit).")
        }
    }

    func fill(_ platform: IdentityPlatform) async throws {
        guard let people else { return }
        let added = try await ProgressBar.during("adding \(people) people") { bar in
            try await platform.addSamplePeople(upTo: people) { bar.show($0) }
        }
        guard let added else {
            throw CommandError(
                "--people adds to the sample company, which this tenant does not have",
                hint: "omit --from, or use another folder with --data", .wrongArguments)
        }
        if added > 0 { Terminal.note("added \(added) sample people") }
    }
}
