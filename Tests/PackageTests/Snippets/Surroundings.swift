// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

// The examples of doc comments take these parts of an app for granted.

/// Shows a person a text and, after an error, the action that can help.
func show(_ text: String, offering action: NextAction = .none) async {}

/// Tells the operators of a server.
func log(_ text: String) {}

/// A call of the app's own API.
func upload(with token: Redacted<String>) async throws {}
