// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import NIOCore

public protocol HTTPResponseError: Error, ResponseGenerator {
    var status: HTTPResponse.Status { get }
}

public struct HTTPError: HTTPResponseError {
    public var status: HTTPResponse.Status
    public var body: String?

    public init(_ status: HTTPResponse.Status) { self.status = status }

    public init(_ status: HTTPResponse.Status, message: String) { (self.status, body) = (status, message) }

    public func response(from request: Request, context: some RequestContext) throws -> Response {
        // Hummingbird encodes it as JSON.
        Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(bytes: (body ?? "").utf8)))
    }
}

extension NIOTooManyBytesError: HTTPResponseError {
    public var status: HTTPResponse.Status { .contentTooLarge }

    public func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status)
    }
}
