// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import BearerAuth
import HTTPMessages
import HTTPTransport
public import HTTPTypes
public import Hummingbird
import HummingbirdMessages
import NIOCore

extension BearerChallenge: HTTPResponseError {
    /// The status of ``BearerAuth/BearerChallenge/response``, as Hummingbird reads it.
    @_disfavoredOverload public var status: HTTPTypes.HTTPResponse.Status { Response(response).status }

    /// Returns ``BearerAuth/BearerChallenge/response`` as a response of Hummingbird.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension ProviderUnavailable: HTTPResponseError {
    /// The status 503.
    public var status: HTTPTypes.HTTPResponse.Status { Response(response).status }

    /// Returns ``BearerAuth/ProviderUnavailable/response`` as a response of Hummingbird.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension Response {
    fileprivate init(_ response: TransportResponse) {
        self.init(of: response.head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
#endif
