// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import NIOCore

public struct ResponseBody: Sendable {
    /// Not of Hummingbird, where a closure writes the bytes.
    public let bytes: [UInt8]

    public init() { bytes = [] }
    public init(byteBuffer: ByteBuffer) { bytes = byteBuffer.bytes }
}

public struct Response: Sendable {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    public var body: ResponseBody

    public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody = .init()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

@preconcurrency
public protocol ResponseGenerator: SendableMetatype {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

public protocol HTTPResponseError: Error, ResponseGenerator {
    var status: HTTPResponse.Status { get }
}

extension Response: ResponseGenerator {
    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
    public func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: utf8)))
    }
}
