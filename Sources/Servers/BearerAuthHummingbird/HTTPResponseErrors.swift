// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import BearerAuth
import HTTPMessages
import HTTPTransport
public import HTTPTypes
public import Hummingbird
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
    /// Creates the same response, with all fields in their order.
    fileprivate init(_ response: TransportResponse) {
        // Both modules accept the same names: the tokens of RFC 9110 §5.6.2.
        let fields = response.head.headerFields.compactMap { field in
            HTTPTypes.HTTPField.Name(field.name.rawName).map { HTTPTypes.HTTPField(name: $0, value: field.value) }
        }
        self.init(
            status: .init(code: response.status.code, reasonPhrase: response.status.reasonPhrase),
            headers: HTTPTypes.HTTPFields(fields), body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
#endif
