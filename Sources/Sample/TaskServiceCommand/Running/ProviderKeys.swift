// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import ProgramLifecycle
import Synchronization

/// Fetches each provider's keys once after the start; until then, the service is not ready.
final class ProviderKeys: Service, Sendable {
    private let protection: BearerProtection
    private let logger: Log
    private let missing = Mutex<[String]?>(nil)

    init(_ protection: BearerProtection, logger: Log) { (self.protection, self.logger) = (protection, logger) }

    /// Why tokens cannot be validated yet; later failures change nothing, because the cached keys stay valid for hours.
    var problem: String? {
        missing.withLock { missing in
            guard let missing else { return "the providers' keys have not been fetched yet" }
            return missing.isEmpty ? nil : "no keys yet from \(missing.joined(separator: ", "))"
        }
    }

    func run(until end: Ending) async {
        await end.cancelling { [self] in
            var pause = Duration.seconds(1)
            while true {
                let failures = await protection.prepare()
                missing.withLock { $0 = failures.map(\.issuer) }
                guard !failures.isEmpty else { break }
                for (issuer, error) in failures {
                    logger.warning(
                        "a provider's keys cannot be fetched", metadata: ["issuer": "\(issuer)", "error": "\(error)"])
                }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, .seconds(30))
            }
        }
        // A service that ends would end the program.
        await end.wait()
    }
}
