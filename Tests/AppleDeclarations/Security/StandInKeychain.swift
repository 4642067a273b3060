// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Asks the keychain at the socket of `KEYCHAIN_SOCKET`, as a program with the groups of `KEYCHAIN_GROUPS`.
///
/// A request and a response are each a length of four bytes and a binary property list.
enum StandInKeychain {
    static func ask(
        _ operation: String, _ query: NSDictionary, _ changes: NSDictionary?,
        _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
        let environment = ProcessInfo.processInfo.environment
        let groups = environment["KEYCHAIN_GROUPS"].map { $0.split(separator: ",").map(String.init) } ?? []
        var request: [String: Any] = [
            "operation": operation, "query": query, "groups": groups, "wants": result != nil,
        ]
        request["changes"] = changes
        guard let response = exchange(request), let status = response["status"] as? Int else {
            return errSecNotAvailable
        }
        if let found = response["result"] { result?.pointee = found as AnyObject }
        return OSStatus(status)
    }

    static func exchange(_ request: [String: Any]) -> [String: Any]? {
        guard let path = ProcessInfo.processInfo.environment["KEYCHAIN_SOCKET"] else { return nil }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected,
            let content = try? PropertyListSerialization.data(fromPropertyList: request, format: .binary, options: 0)
        else { return nil }
        let handle = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
        let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Data($0) }
        guard (try? handle.write(contentsOf: length + content)) != nil, let head = read(4, from: handle),
            let body = read(head.reduce(0) { $0 << 8 | Int($1) }, from: handle)
        else { return nil }
        return try? PropertyListSerialization.propertyList(from: body, format: nil) as? [String: Any]
    }

    private static func read(_ count: Int, from handle: FileHandle) -> Data? {
        var content = Data()
        while content.count < count {
            guard let part = try? handle.read(upToCount: count - content.count), !part.isEmpty else { return nil }
            content += part
        }
        return content
    }
}
