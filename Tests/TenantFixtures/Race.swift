// SPDX-License-Identifier: Apache-2.0

func race<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        for _ in 0..<count { group.addTask { try await body() } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
