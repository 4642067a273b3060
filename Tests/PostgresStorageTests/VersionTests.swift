// SPDX-License-Identifier: Apache-2.0
import PostgresStorage
import Testing

@Suite struct VersionTests {
    @Test func `the client library has pipelines`() { #expect(clientLibraryVersion() >= 140_000) }
}
