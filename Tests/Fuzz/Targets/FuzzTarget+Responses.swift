// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPMessages
import HTTPTransport

extension FuzzTarget {
    /// The fields of a response that a transport acts on.
    static let responses = [contentRange, location]

    private static let contentRange = FuzzTarget("content-range") { input in
        guard let range = ContentRange(String(decoding: input, as: UTF8.self)) else { return }
        try require(range.part != nil || range.total != nil, "a range that says nothing was taken")
        guard let part = range.part else { return }
        try require(part.lowerBound >= 0, "a part before the first byte was taken")
        try require(range.total.map { part.upperBound < $0 } ?? true, "a part after the last byte was taken")
    }

    private static let location = FuzzTarget("location") { input in
        let request = HTTPRequest(
            method: .post, scheme: "https", authority: "api.example", path: "/a/b?c=d",
            headerFields: [.authorization: "Bearer secret", .contentType: "text/plain"])
        let location = String(decoding: input, as: UTF8.self)
        let response = HTTPResponse(status: .seeOther, headerFields: [.location: location])
        guard let next = Redirect(of: request, by: response) else { return }
        try require(Origin(next.request) == Origin(request), "a token would go elsewhere")
        let address = try reading { try next.request.absoluteAddress() }
        try require(address?.hasPrefix("https://api.example/") == true, "a token would go elsewhere")
        try require(!next.keepsBody && next.request.headerFields[.contentType] == nil, "a content would go along")
    }
}
