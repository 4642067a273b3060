// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import HTTPMessages
public import HTTPTypes
public import Hummingbird

extension HTTPMessages.HTTPRequest {
    /// Converts a request; `nil` for a method or a name that is not a token.
    ///
    /// Control characters in a value become spaces. RFC 9110 §5.5, §5.6.2
    public init?(of head: HTTPTypes.HTTPRequest) {
        let fields = HTTPMessages.HTTPFields(of: head.headerFields)
        // A dropped field could have been a second token.
        guard let method = Method(head.method.rawValue), fields.count == head.headerFields.count else { return nil }
        self.init(
            method: method, scheme: head.scheme, authority: head.authority, path: head.path, headerFields: fields)
    }
}

extension HTTPMessages.HTTPResponse {
    /// Converts the head of a response.
    public init(of response: Hummingbird.Response) {
        self.init(
            status: .init(code: response.status.code, reasonPhrase: response.status.reasonPhrase),
            headerFields: HTTPMessages.HTTPFields(of: response.headers))
    }
}

extension HTTPMessages.HTTPFields {
    /// Both modules accept the same names, the tokens of RFC 9110 §5.6.2.
    fileprivate init(of fields: HTTPTypes.HTTPFields) {
        self.init()
        for field in fields {
            guard let name = HTTPMessages.HTTPField.Name(field.name.rawName) else { continue }
            append(HTTPMessages.HTTPField(name: name, value: field.value))
        }
    }
}

extension Hummingbird.Response {
    /// Creates a response with this head.
    public init(of head: HTTPMessages.HTTPResponse, body: ResponseBody) {
        let fields = head.headerFields.compactMap { field in
            HTTPTypes.HTTPField.Name(field.name.rawName).map { HTTPTypes.HTTPField(name: $0, value: field.value) }
        }
        self.init(
            status: .init(code: head.status.code, reasonPhrase: head.status.reasonPhrase),
            headers: HTTPTypes.HTTPFields(fields), body: body)
    }
}
#endif
