// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// Handlers by the path and the method of their routes.
///
/// The tree has a node for each beginning of a path. A search visits a node at most once, so the routes limit its time,
/// and not the path that a client sends.
struct RouteTree<Handler: Sendable>: Sendable {
    /// The handlers at one path.
    struct Endpoint: Sendable {
        /// The path of the routes.
        let path: String
        private var handlers: [(method: HTTPRequest.Method, handler: Handler)] = []

        init(path: String) { self.path = path }

        var methods: [HTTPRequest.Method] { handlers.map(\.method) }

        func handler(for method: HTTPRequest.Method) -> Handler? { handlers.first { $0.method == method }?.handler }

        mutating func set(_ handler: Handler, for method: HTTPRequest.Method) {
            handlers.removeAll { $0.method == method }
            handlers.append((method, handler))
        }
    }

    private struct Node: Sendable {
        var texts: [(bytes: [UInt8], child: Int)] = []
        var names: [(name: String, child: Int)] = []
        var rest: Int?
        var endpoint: Endpoint?
    }

    /// The nodes; children are indexes, and the first node is that of the path `/`.
    private var nodes = [Node()]

    /// Adds a handler; it replaces an earlier one with the same path and method.
    mutating func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ handler: Handler) {
        var node = 0
        for segment in path.segments { node = child(for: segment, of: node) }
        var endpoint = nodes[node].endpoint ?? Endpoint(path: path.description)
        endpoint.set(handler, for: method)
        nodes[node].endpoint = endpoint
    }

    /// Returns the child of a node for a segment, and adds it if there is none.
    private mutating func child(for segment: RouterPath.Segment, of parent: Int) -> Int {
        let added = nodes.count
        switch segment {
        case .text(let text):
            let bytes = Array(text.utf8)
            let known = nodes[parent].texts.first { $0.bytes == bytes }
            if let known { return known.child }
            nodes[parent].texts.append((bytes, added))
        case .name(let name):
            let known = nodes[parent].names.first { $0.name == name }
            if let known { return known.child }
            nodes[parent].names.append((name, added))
        case .rest:
            if let known = nodes[parent].rest { return known }
            nodes[parent].rest = added
        }
        nodes.append(Node())
        return added
    }

    /// Adds a handler for HEAD at each path that has one for GET, but none for HEAD.
    mutating func addHead(_ head: (_ get: Handler) -> Handler) {
        for index in nodes.indices {
            guard let endpoint = nodes[index].endpoint, endpoint.handler(for: .head) == nil,
                let get = endpoint.handler(for: .get)
            else { continue }
            nodes[index].endpoint?.set(head(get), for: .head)
        }
    }

    /// Finds the endpoint of a request.
    ///
    /// - Parameters:
    ///   - path: The path as it was sent.
    ///   - parameters: Gets the named segments of the path.
    /// - Returns: The endpoint; `nil` if no route has this path.
    func endpoint(at path: String, into parameters: inout RouteParameters) -> Endpoint? {
        var path = path
        // Bytes: a request's path is ASCII, and a comparison of characters takes several times as long.
        return path.withUTF8 { bytes in
            var captures: [Capture] = []
            guard let node = match(bytes, from: 0, at: 0, &captures) else { return nil }
            for (name, range) in captures {
                parameters.append(name, String(decoding: bytes[range], as: UTF8.self))
            }
            return nodes[node].endpoint
        }
    }

    /// A named segment, and its range in the path.
    private typealias Capture = (name: String, range: Range<Int>)

    /// Returns the node for the rest of a path below a node; after a failure, `captures` is as before.
    private func match(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, at node: Int, _ captures: inout [Capture]
    ) -> Int? {
        let slash = UInt8(ascii: "/")
        var start = start
        while start < path.count, path[start] == slash { start += 1 }
        guard start < path.count else { return nodes[node].endpoint == nil ? nil : node }
        var end = start
        while end < path.count, path[end] != slash { end += 1 }
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        for (bytes, child) in nodes[node].texts where bytes.count == segment.count && segment.elementsEqual(bytes) {
            if let found = match(path, from: end, at: child, &captures) { return found }
        }
        for (name, child) in nodes[node].names {
            captures.append((name, start..<end))
            if let found = match(path, from: end, at: child, &captures) { return found }
            captures.removeLast()
        }
        return nodes[node].rest
    }
}
