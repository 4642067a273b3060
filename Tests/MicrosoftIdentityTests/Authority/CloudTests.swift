// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import Testing

@Suite struct CloudTests {
    @Test func `no host belongs to two clouds`() {
        let hosts = Cloud.all.flatMap { [$0.host] + $0.aliases }
        #expect(Set(hosts).count == hosts.count)
        #expect(hosts.allSatisfy { $0 == $0.lowercased() })
    }

    @Test(arguments: Cloud.all) func `every name of a cloud finds it`(_ cloud: Cloud) {
        for host in [cloud.host] + cloud.aliases { #expect(Cloud(host: host.uppercased()) == cloud) }
    }

    @Test(arguments: ["", "microsoftonline.com", "login.microsoftonline.com.evil.example", "login.contoso.com"])
    func `another host is of none`(_ host: String) {
        #expect(Cloud(host: host) == nil)
    }

    @Test func `the directory of personal accounts has its name`() {
        #expect(DirectoryID.personalAccounts.rawValue == "9188040d-6c67-4c5b-b112-36a304b66dad")
    }
}
