// SPDX-License-Identifier: Apache-2.0

/// A part of a program that runs until its end is requested.
///
/// ```swift
/// struct Connections: Service {
///     let pool: Pool
///
///     func run(until end: Ending) async throws {
///         try await pool.open()
///         await end.wait()
///         await pool.close()
///     }
/// }
/// ```
public protocol Service: Sendable {
    /// Runs until the end is requested, and finishes its open work. If its task is canceled, it returns at once.
    ///
    /// - Throws: An error that ends the program.
    func run(until end: Ending) async throws
}
