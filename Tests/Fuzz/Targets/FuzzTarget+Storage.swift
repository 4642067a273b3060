// SPDX-License-Identifier: Apache-2.0

import Foundation
import OAuthMessages
import SignIn

extension FuzzTarget {
    /// What lies in the folder of accounts, where anybody with the disk could have written.
    static let storage = [sealedAccount, storedAccount, folderNames]

    private static let sealedAccount = FuzzTarget("sealed-account") { input in
        let seal = AccountSeal(SealingKey(random: RandomSource { [UInt8](repeating: 7, count: $0) }))
        let name = seal.name(of: Account.ID(rawValue: "sample"))
        let other = seal.name(of: Account.ID(rawValue: "another"))
        if let content = try reading({ try seal.open(input, as: name) }) {
            // Only what this key sealed opens: the one sample, to the byte.
            try require(content == Data(Canary.text.utf8), "something opens that was never sealed")
        }
        let sealed = try seal.seal(input, as: name)
        try require((try? seal.open(sealed, as: name)) == input, "what was sealed opens otherwise")
        try require((try? seal.open(sealed, as: other)) == nil, "one account opens under the name of another")
        var spoiled = sealed
        spoiled[Int(input.first ?? 0) % spoiled.count] ^= 1
        try require((try? seal.open(spoiled, as: name)) == nil, "a changed file opens")
        // A file of any length is cut off at any place.
        try require((try? seal.open(sealed.dropLast(), as: name)) == nil, "a cut file opens")
        try require((try? seal.open(sealed.dropFirst(), as: name)) == nil, "a file without its head opens")
    }

    private static let storedAccount = FuzzTarget("stored-account") { input in
        guard let record = try reading({ try AccountRecord(content: input) }) else { return }
        guard let content = try? record.content(), let again = try? AccountRecord(content: content) else {
            throw FuzzFinding(description: "an account that was read cannot be kept")
        }
        try require((try? again.content()) == content, "an account reads otherwise once written")
        try require(again.id == record.id, "an account has another name once written")
        try require(record.nextGeneration().generation != record.generation, "two saves have one number")
        let tokens = [record.refreshToken, record.idToken] + record.tokens.map(\.accessToken)
        try require(!Canary.isSaid(by: tokens), "an account shows its tokens")
    }

    private static let folderNames = FuzzTarget("folder-names") { input in
        let names = String(decoding: input, as: UTF8.self).split(separator: "/").map(String.init)
        let listing = FolderListing(names)
        for file in listing.sealed + listing.damaged {
            try require(file.sealed.wholeMatch(of: #/[0-9a-f]{32}\.sealed/#) != nil, "a name that we do not give")
            try require(names.contains(file.sealed) || names.contains(file.damaged), "a name that is not there")
        }
        let count = listing.sealed.count + listing.damaged.count + listing.unfinished.count
        try require(count <= names.count, "one file counts twice")
    }
}
