// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import Foundation
import HTTPServing
import LocalTenant
import TenantDirectory

extension Demo {
    /// The name under which the person started this program, so that the person can copy the commands.
    private static var program: String { (CommandLine.arguments.first ?? "tessera").shellWord }

    /// The next commands for an employee.
    static var workCommands: [String] {
        [
            "\(program) sign-in", "\(program) people find Ana",
            "\(program) tasks add \"Send the minutes to Ana\"",
        ]
    }

    /// The next commands for a customer.
    static var customerCommands: [String] {
        ["\(program) sign-in --settings demo-b2c", "\(program) tasks list --settings demo-b2c"]
    }

    /// The lines for a person when both servers answer.
    var welcome: [String] {
        [
            "", "The demo is ready. Open this address to see who can sign in, and how:", "",
            "  \(tenant.url)", "",
            "Then try, in another terminal, as somebody of the company:", "",
        ] + Self.workCommands.map { "  \($0)" } + [
            "", "or as one of its customers, who sign up themselves; their codes come to \(tenant.url)/inbox:", "",
        ] + Self.customerCommands.map { "  \($0)" } + ["", "Ctrl-C ends it."]
    }

    /// The JSON for a program when both servers answer.
    var report: DemoReport {
        DemoReport(
            web: tenant.url, tenant: tenant.url, graph: "\(tenant.url)/v1.0", tasks: tasks.url,
            data: folder.path,
            settings: .init(quickstart: settings.work.path, b2c: settings.customer.path),
            people: people.map {
                .init(
                    name: $0.displayName, username: $0.userPrincipalName,
                    password: IdentityPlatform.samplePassword)
            })
    }
}
