// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hosts
import MicrosoftIdentity
import QuickStart

extension FuzzTarget {
    /// What a person writes or pastes into settings.
    static let settings = [propertyList, authority, keptPage]

    private static let propertyList = FuzzTarget("settings") { input in
        let settings: Settings
        do {
            settings = try Settings(propertyList: input, file: "settings.plist")
        } catch let error as SettingsError {
            // A placeholder is repeated, so that it is found; a secret is not, even if it looks like one.
            for problem in error.problems where ["secret", "clientSecret"].contains(problem.key) {
                try require(!Canary.isSaid(by: problem), "an error says the secret of the settings")
            }
            return
        }
        let addresses = [settings.registration.issuer, settings.graph, settings.tasks?.endpoint]
        for address in addresses.compactMap(\.self) {
            try require((try? ProviderMetadata.secure(address)) != nil, "tokens would go where anybody can read them")
        }
        try require(!Canary.isSaid(by: settings.registration.authentication), "settings show their secret")
    }

    private static let keptPage = FuzzTarget("kept-page") { input in
        guard let page = Navigation(text: String(decoding: input, as: UTF8.self)) else { return }
        try require(Navigation(text: page.text) == page, "a page that was kept does not come back")
    }

    private static let authority = FuzzTarget("authority") { input in
        let text = String(decoding: input, as: UTF8.self)
        // Host and directory are repeated, so that the person sees what to mend; what stands behind them is not.
        let isNamed = Canary.isSaid(by: text.prefix { $0 != "?" }.lowercased())
        let read = isNamed ? try? Authority(text) : try reading { try Authority(text) }
        guard let authority = read else { return }
        let issuer = authority.issuer
        try require((try? ProviderMetadata.secure(issuer)) != nil, "a provider would be asked where anybody can read")
        for address in [issuer, authority.metadataURL].compactMap(\.self) {
            let host = (try? URLHost(of: address))?.description ?? ""
            let written = URLComponents(string: text).flatMap { try? URLHost(of: $0) }?.description
            try require(written == host || Cloud(host: host) != nil, "a host that nobody wrote")
            try require(address.user() == nil && address.fragment() == nil, "an address has more than it should")
        }
        let again = try? Authority(issuer.absoluteString)
        try require(again?.issuer == issuer, "an authority has another issuer once written")
    }
}
