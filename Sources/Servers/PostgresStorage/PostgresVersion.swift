// SPDX-License-Identifier: Apache-2.0
import CLibPQ

/// The version of the client library, such as 150018.
package func clientLibraryVersion() -> Int { Int(PQlibVersion()) }
