// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import LocalTenant
import PortableFoundation

/// The option for a directory as large as that of a real company.
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

    /// Adds the missing people, and shows the progress on a terminal.
    func fill(_ platform: IdentityPlatform) async throws {
        guard let people else { return }
        let added = try await ProgressBar.during("adding \(people) people") { bar in
            try await platform.addSamplePeople(upTo: people) { bar.show($0) }
        }
        guard let added else {
            throw CommandError(
                "this tenant has no sample company for --people to fill",
                hint: "omit --from, or use another folder with --data", .wrongArguments)
        }
        if added > 0 { Terminal.note("added \(added) sample people") }
    }
}
