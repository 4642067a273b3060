// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SystemThreads
import Testing

@Suite struct SystemThreadTests {
    @Test func `a thread has its name, and receives the signals of its own faults alone`() async {
        let (name, blocked) = await withCheckedContinuation { continuation in
            let isStarted = SystemThread.start("fifteen letters") {
                continuation.resume(returning: (Self.currentName, Self.blockedSignals))
            }
            #expect(isStarted)
        }
        #expect(name == "fifteen letters")
        #expect(blocked.isSuperset(of: [SIGINT, SIGTERM, SIGPIPE, SIGCHLD]))
        #expect(blocked.isDisjoint(with: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]))
    }

    private static var currentName: String? {
        #if os(Linux)
        let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init)
        #else
        return Thread.current.name
        #endif
    }

    private static var blockedSignals: Set<Int32> {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return Set((1..<32).filter { sigismember(&mask, $0) == 1 })
    }

    #if os(Linux)
    @Test func `a thread has the stack that SQLite's parser needs above nested JSON`() async {
        let size = await withCheckedContinuation { continuation in
            let isStarted = SystemThread.start("stack") {
                // The C library's module for Swift lacks this call.
                typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
                let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
                defer { attributes.deallocate() }
                var size = 0
                _ = unsafeBitCast(dlsym(nil, "pthread_getattr_np"), to: GetAttributes.self)(pthread_self(), attributes)
                pthread_attr_getstacksize(attributes, &size)
                pthread_attr_destroy(attributes)
                continuation.resume(returning: size)
            }
            #expect(isStarted)
        }
        // The C library may use the larger stack of a thread that has ended.
        #expect(size >= 4_194_304)
    }
    #endif

    @Test func `a start changes no signals of its caller`() {
        let before = Self.blockedSignals
        #expect(SystemThread.start("short") {})
        #expect(Self.blockedSignals == before)
    }

    #if os(Linux)
    @Test func `a thread that cannot be started is reported, and its closure is released`() async {
        await #expect(processExitsWith: .success) {
            var object: Captured? = Captured()
            weak let watched = object
            let isStarted = try withoutThreads {
                SystemThread.start("unstarted") { [object] in withExtendedLifetime(object) {} }
            }
            object = nil
            #expect(!isStarted)
            #expect(watched == nil)
        }
    }

    private final class Captured: Sendable {}
    #endif
}
