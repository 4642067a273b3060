// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart
import Testing

@Suite struct PersonStateTests {
    private var page = PersonState()

    @Test mutating func `parts of an earlier visit are dropped`() throws {
        page.open("ann")
        let earlier = try #require(page.visit)
        page.open("bea")
        page.take(.profile(.content(person("Ann"))), for: earlier)
        #expect(page.profile == .busy)
        page.take(.profile(.content(person("Bea"))), for: try #require(page.visit))
        page.take(.profile(.failed(Failure(offline))), for: earlier)
        #expect(page.profile == .content(person("Bea")))
    }

    @Test mutating func `asking again is another visit to the same person, for what is not there`() throws {
        page.open("ann")
        let earlier = try #require(page.visit)
        page.take(.profile(.content(person("Ann"))), for: earlier)
        page.take(.manager(.empty), for: earlier)
        page.take(.photo(.failed(Failure(offline))), for: earlier)
        #expect((page.retry(), page.visit?.who) == ([.directReports, .photo], "ann"))
        page.take(.photo(.signedOut), for: earlier)
        #expect((page.photo, page.profile) == (.busy, .content(person("Ann"))))
    }

    @Test mutating func `a page without a person has nothing to load again`() {
        #expect((page.retry(), page.profile) == ([], .idle))
    }
}
