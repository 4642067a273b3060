// SPDX-License-Identifier: Apache-2.0
import PostgresStorage

/// The `task-service` program.
public enum TaskServiceProgram {
    /// Runs the program.
    public static func main() async { print(clientLibraryVersion()) }
}
