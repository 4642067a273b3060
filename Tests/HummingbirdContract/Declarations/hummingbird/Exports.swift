// SPDX-License-Identifier: Apache-2.0

@_exported public import struct HTTPTypes.HTTPFields
@_exported public import struct HTTPTypes.HTTPRequest
@_exported public import struct HTTPTypes.HTTPResponse
@_exported public import struct NIOCore.ByteBuffer
