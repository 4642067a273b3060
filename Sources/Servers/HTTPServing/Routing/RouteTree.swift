// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// Maps paths and methods to the numbers of handlers: generic over these, a search would look up type metadata.
///
/// A search visits each node, a path prefix, at most once: its time depends on the routes, not on a client's path.
struct RouteTree: Sendable {
    struct Route: Sendable {
        let method: HTTPRequest.Method
        let names: [String]
        let number: Int
    }

    struct Endpoint: Sendable {
        /// The path of the first route; others can have other names.
        let path: String
        private var routes: [Route] = []

        init(path: String) { self.path = path }

        var methods: [HTTPRequest.Method] { routes.map(\.method) }

        func route(for method: HTTPRequest.Method) -> Route? { routes.first { $0.method == method } }

        mutating func set(_ route: Route) {
            if let known = self.route(for: route.method), known.names != route.names { return }
            routes.removeAll { $0.method == route.method }
            routes.append(route)
        }
    }

    private struct Node: Sendable {
        var texts: [(bytes: [UInt8], child: Int)] = []
        var name: Int?
        var rest: Int?
        var endpoint: Endpoint?
    }

    /// Children are indices; the first node is that of the path `/`.
    private var nodes = [Node()]

    /// Adds a handler, or replaces the one with the same path, names, and method; keeps one with other names.
    mutating func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ number: Int) {
        var node = 0
        for segment in path.segments { node = child(for: segment, of: node) }
        var endpoint = nodes[node].endpoint ?? Endpoint(path: path.description)
        endpoint.set(Route(method: method, names: path.names, number: number))
        nodes[node].endpoint = endpoint
    }

    private mutating func child(for segment: RouterPath.Segment, of parent: Int) -> Int {
        let added = nodes.count
        switch segment {
        case .text(let text):
            let bytes = Array(text.utf8)
            let known = nodes[parent].texts.first { $0.bytes == bytes }
            if let known { return known.child }
            nodes[parent].texts.append((bytes, added))
        case .name:
            if let known = nodes[parent].name { return known }
            nodes[parent].name = added
        case .rest:
            if let known = nodes[parent].rest { return known }
            nodes[parent].rest = added
        }
        nodes.append(Node())
        return added
    }

    mutating func addHead(_ head: (_ get: Int) -> Int) {
        for index in nodes.indices {
            guard let endpoint = nodes[index].endpoint, endpoint.route(for: .head) == nil,
                let get = endpoint.route(for: .get)
            else { continue }
            nodes[index].endpoint?.set(Route(method: .head, names: get.names, number: head(get.number)))
        }
    }

    func endpoint(at path: String) -> (endpoint: Endpoint, values: [String])? {
        var path = path
        // By bytes: a request's path is ASCII, and comparing characters takes several times as long.
        return path.withUTF8 { bytes in
            var captures: [Range<Int>] = []
            guard let node = match(bytes, from: 0, at: 0, &captures), let endpoint = nodes[node].endpoint else {
                return nil
            }
            return (endpoint, captures.map { String(decoding: bytes[$0], as: UTF8.self) })
        }
    }

    /// Returns the node for the rest of a path below a node; restores `captures` after a failure.
    private func match(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, at node: Int, _ captures: inout [Range<Int>]
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
        if let child = nodes[node].name {
            captures.append(start..<end)
            if let found = match(path, from: end, at: child, &captures) { return found }
            captures.removeLast()
        }
        return nodes[node].rest
    }
}
