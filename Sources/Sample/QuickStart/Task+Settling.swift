// SPDX-License-Identifier: Apache-2.0

extension Task<Void, Never> {
    /// Waits for the latest task of a model, and for those that replace it during the wait.
    @MainActor static func settle(_ latest: @MainActor () -> Self?) async {
        while let task = latest() {
            await task.value
            if task == latest() { return }
        }
    }
}
