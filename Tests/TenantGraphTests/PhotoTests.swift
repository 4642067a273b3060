// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantGraph

@Suite struct PhotoTests: SiteSuite {
    let site: Site

    private static let orla = "/users/orla.kavanagh@aldervale.example"

    @Test func `a photo comes in the size that was asked for`() async throws {
        let token = try await site.graphToken("User.Read")
        for (part, side) in [("photo", 648), ("photos/648x648", 648), ("photos/48x48", 48), ("photos/504X504", 504)] {
            let photo = try await site.graph("/me/\(part)/$value", token: token)
            #expect((photo.status, photo["Content-Type"]) == (.ok, "image/png"))
            #expect(photo.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            #expect(
                Array(photo.body[16..<24]) == [
                    0, 0, UInt8(side >> 8), UInt8(side & 255), 0, 0, UInt8(side >> 8), UInt8(side & 255),
                ])
            let told = try await site.graph("/me/\(part)", token: token).object()
            #expect(told.texts("@odata.mediaContentType", "@odata.mediaEtag") == ["image/png", photo["ETag"]])
            #expect((told["id"]?.string, told["width"]?.double) == ("\(side)x\(side)", Double(side)))
            #expect(told["height"]?.double == Double(side))
        }
    }

    @Test func `every size of a photo is listed`() async throws {
        let token = try await site.graphToken("User.Read")
        let page = try await site.graph("/me/photos", token: token).object()
        let photos = page["value"]?.array?.compactMap(\.object) ?? []
        #expect(photos.count == 9)
        #expect(photos.first?["id"] == .string("48x48") && photos.last?["id"] == .string("648x648"))
        #expect(photos.allSatisfy { $0["@odata.mediaContentType"] == .string("image/png") })
        #expect(photos.allSatisfy { $0["@odata.context"] == nil })
        #expect(page["@odata.context"]?.string?.hasSuffix("/photos") == true)
    }

    @Test func `all photos differ, and stay the same`() async throws {
        let token = try await site.graphToken()
        var seen: [Data] = []
        for person in try await site.platform.people() {
            let path = "/users/\(person.id)/photos/48x48/$value"
            let answer = try await site.graph(path, token: token)
            guard answer.status == .ok else { continue }
            #expect(try await site.graph(path, token: token).body == answer.body)
            seen.append(answer.body)
        }
        #expect((36..<48).contains(seen.count))
        #expect(Set(seen).count == seen.count)
    }

    static let missing = [
        "\(orla)/photo", "\(orla)/photo/$value", "\(orla)/photos/48x48/$value", "/me/photos/49x49/$value",
        "/me/photos/0x0", "/me/photos/x/$value",
    ]

    @Test(arguments: missing) func `there is no photo`(_ path: String) async throws {
        let answer = try await site.graph(path, token: try await site.graphToken())
        #expect(answer.status == .notFound)
        let error = try answer.object()["error"]?.object
        #expect(error?["code"]?.string == "ImageNotFound")
        #expect(
            error?["message"]?.string
                == "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.")
    }

    @Test(arguments: [("openid", 403, 403), ("User.Read", 200, 403), ("User.ReadBasic.All", 200, 200)])
    func `a permission opens`(_ scope: String, _ own: Int, _ other: Int) async throws {
        let token = try site.token(.person(try await site.person("ana.silva").id, scopes: scope))
        for part in ["photo", "photo/$value"] {
            #expect(try await site.graph("/me/\(part)", token: token).status.code == own)
            let path = "/users/conor.obrien@aldervale.example/\(part)"
            #expect(try await site.graph(path, token: token).status.code == other)
        }
    }

    /// RFC 1950 §8.2 and ISO/IEC 15948 annex D name the algorithms; the values are those of other implementations.
    @Test func `the sums are those of zlib`() {
        #expect(PNGImage.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
        #expect(PNGImage.cyclicRedundancyCheck(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(PNGImage.cyclicRedundancyCheck(Array("IEND".utf8)) == 0xAE42_6082)
    }
}
