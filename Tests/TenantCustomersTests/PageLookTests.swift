// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PageLookTests {
    /// The ratios are those that WCAG's own calculators give.
    @Test(arguments: [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0)])
    func `contrast is that of the guidelines`(_ one: String, other: String, ratio: Double) throws {
        let contrast = try #require(Colour(one)).contrast(with: try #require(Colour(other)))
        #expect(abs(contrast - ratio) < 0.01)
    }

    @Test(arguments: ["#ffff00", "#ffffff", "#000000", "#8a2be2", "#808080", "#00ff00", "#c4623a"])
    func `text and buttons are readable in every color`(_ text: String) throws {
        let colour = try #require(Colour(text))
        for ground in ["#eaf2f0", "#1c2f30"] {
            let ground = try #require(Colour(ground))
            let shade = colour.readable(on: ground)
            #expect(shade.contrast(with: ground) >= 4.5 && shade.contrast(with: shade.readableInk) >= 4.5)
        }
        #expect(colour.contrast(with: colour.readableInk) >= 4.5)
    }

    @Test(arguments: ["red", "#fff", "#12345g", "#0c5f63;}", "", "#0c5f6３"])
    func `only six digits are a colour`(_ text: String) {
        #expect(Colour(text) == nil)
        #expect(PageLook(primaryColour: text).problem?.contains("primaryColour") == true)
    }

    private static func svg(_ content: String) -> String {
        "data:image/svg+xml;base64," + Data(content.utf8).base64EncodedString()
    }

    static let refused = [
        "https://example.com/logo.png", "data:text/html;base64,PGI+", "data:image/png;base64,PGI+",
        svg("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        svg("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'></svg>"),
        svg("<svg><path ONCLICK=\"alert(1)\"/></svg>"), svg("<svg><a xlink:href='javascript:alert(1)'/></svg>"),
        svg("<svg><foreignObject/></svg>"), svg("<svg><image href='https://evil.example'/></svg>"),
        svg("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>"), svg("<svg><style>*{}</style></svg>"), svg("no"),
        "data:image/png;base64," + Data(repeating: 0x89, count: 70_000).base64EncodedString(),
    ]

    @Test(arguments: refused) func `a picture that could do more than be looked at is none`(_ text: String) {
        #expect(PageLogo(dataURL: text) == nil)
        #expect(PageLook(logo: text).problem != nil)
    }

    @Test func `the pages of a branded flow show it, and run nothing`() async throws {
        let site = try Site()
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.shop)
        #expect(page.text.contains("Aldervale Outfitters") && page.text.contains(#"<img class="logo" src="/"#))
        #expect(page["Content-Security-Policy"]?.contains("style-src 'self'; img-src 'self'") == true)
        let logo = try await site.send(.get, "/\(Site.customersID)/logo?p=b2c_1_shop")
        #expect(logo["Content-Type"] == "image/svg+xml" && logo.text.hasPrefix("<svg"))
        #expect(logo["Content-Security-Policy"] == "default-src 'none'; sandbox")
        let theme = try await site.send(.get, "/\(Site.customersID)/theme.css?p=b2c_1_shop")
        #expect(theme["Content-Type"] == "text/css; charset=utf-8" && theme.text.contains("--accent: #8a2be2"))
        #expect(try await site.send(.get, "/\(Site.customersID)/logo?p=b2c_1_susi").status == .notFound)
        #expect(try await !browser.open(flow: Site.susi).text.contains("theme.css"))
    }

    @Test func `a directory of External ID alone serves its style sheet and picture`() async throws {
        let site = try Site()
        try await site.change("SignUpAndSignIn") {
            $0.look = PageLook(logo: PageLook.sampleLogo, primaryColour: "#8a2be2")
        }
        _ = try await site.platform.context.database.write { database in
            try UserFlow.filter("service = 'b2c'").deleteAll(database)
        }
        let page = try await site.visit(flow: Site.external, .externalIDRequest)
        for (name, type) in [("logo", "image/svg+xml"), ("theme.css", "text/css; charset=utf-8")] {
            let address = "/\(Site.customersID)/\(name)?p=signupandsignin"
            #expect(page.text.contains("\"\(address)\""))
            let answer = try await site.send(.get, address)
            #expect(answer.status == .ok && answer["Content-Type"] == type, "\(answer.text)")
        }
        #expect(try await site.send(.get, "/\(Site.customersID)/logo?p=b2c_1_shop").status == .notFound)
    }
}
