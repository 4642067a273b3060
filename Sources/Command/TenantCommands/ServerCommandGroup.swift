// SPDX-License-Identifier: Apache-2.0
package import ArgumentParser

/// The commands that run servers, in the group of the help.
package enum ServerCommandGroup {
    package static var group: CommandGroup {
        CommandGroup(name: "Servers", subcommands: [DemoCommand.self, TenantCommand.self])
    }
}
