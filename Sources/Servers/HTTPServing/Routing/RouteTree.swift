// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// The routes by the parts of their paths; a text wins over a name, and a name over `**`.
struct RouteTree<Responder: Sendable>: Sendable {
    /// What answers at one path.
    struct Endpoint: Sendable {
        let path: String
        var methods: [(method: HTTPRequest.Method, responder: Responder)] = []

        func responder(_ method: HTTPRequest.Method) -> Responder? { methods.first { $0.method == method }?.responder }
    }

    private struct Node: Sendable {
        var texts: [(bytes: [UInt8], node: Int)] = []
        var names: [(name: String, node: Int)] = []
        var rest: Int?
        var endpoint: Endpoint?
    }

    private var nodes = [Node()]

    mutating func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ responder: Responder) {
        var place = 0
        for part in path.parts {
            let next: Int?
            switch part {
            case .text(let text): next = nodes[place].texts.first { $0.bytes.elementsEqual(text.utf8) }?.node
            case .name(let name): next = nodes[place].names.first { $0.name == name }?.node
            case .rest: next = nodes[place].rest
            }
            if let next {
                place = next
                continue
            }
            nodes.append(Node())
            let new = nodes.count - 1
            switch part {
            case .text(let text): nodes[place].texts.append((Array(text.utf8), new))
            case .name(let name): nodes[place].names.append((name, new))
            case .rest: nodes[place].rest = new
            }
            place = new
        }
        var endpoint = nodes[place].endpoint ?? Endpoint(path: path.description)
        endpoint.methods.removeAll { $0.method == method }
        endpoint.methods.append((method, responder))
        nodes[place].endpoint = endpoint
    }

    /// Adds a responder for HEAD where there is one for GET alone.
    mutating func addHead(_ make: (Responder) -> Responder) {
        for place in nodes.indices {
            guard let endpoint = nodes[place].endpoint, endpoint.responder(.head) == nil,
                let get = endpoint.responder(.get)
            else { continue }
            nodes[place].endpoint?.methods.append((.head, make(get)))
        }
    }

    /// The endpoint of a path as it was sent, and its parts with a name.
    func find(_ path: String, into parameters: inout RouteParameters) -> Endpoint? {
        var path = path
        return path.withUTF8 { bytes in
            var captured: [(name: String, part: Range<Int>)] = []
            guard let place = match(0, bytes, 0, &captured) else { return nil }
            for (name, part) in captured {
                parameters.append(name, String(decoding: UnsafeBufferPointer(rebasing: bytes[part]), as: UTF8.self))
            }
            return nodes[place].endpoint
        }
    }

    private func match(
        _ place: Int, _ path: UnsafeBufferPointer<UInt8>, _ start: Int,
        _ captured: inout [(name: String, part: Range<Int>)]
    ) -> Int? {
        let slash = UInt8(ascii: "/")
        var start = start
        while start < path.count, path[start] == slash { start += 1 }
        guard start < path.count else { return nodes[place].endpoint == nil ? nil : place }
        var end = start
        while end < path.count, path[end] != slash { end += 1 }
        let part = UnsafeBufferPointer(rebasing: path[start..<end])
        for (bytes, node) in nodes[place].texts where bytes.count == part.count && part.elementsEqual(bytes) {
            if let found = match(node, path, end, &captured) { return found }
        }
        for (name, node) in nodes[place].names {
            captured.append((name, start..<end))
            if let found = match(node, path, end, &captured) { return found }
            captured.removeLast()
        }
        return nodes[place].rest
    }
}
