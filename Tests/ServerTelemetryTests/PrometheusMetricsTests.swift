// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ServerTelemetry

@Suite struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics()

    @Test func `counters, gauges and timers are written with their types`() throws {
        metrics.counter("jobs.done", [("kind", "mail")]).increment(by: 3)
        let gauge = metrics.gauge("jobs_waiting")
        gauge.set(5)
        gauge.decrement(by: 1.5)
        let timer = metrics.timer("job_duration")
        timer.record(.nanoseconds(1_000_000))
        timer.record(.nanoseconds(20_000_000_000))
        #expect(
            metrics.text() == """
                # TYPE job_duration_seconds histogram
                job_duration_seconds_bucket{le="0.0005"} 0
                job_duration_seconds_bucket{le="0.001"} 1
                job_duration_seconds_bucket{le="0.0025"} 1
                job_duration_seconds_bucket{le="0.005"} 1
                job_duration_seconds_bucket{le="0.01"} 1
                job_duration_seconds_bucket{le="0.025"} 1
                job_duration_seconds_bucket{le="0.05"} 1
                job_duration_seconds_bucket{le="0.1"} 1
                job_duration_seconds_bucket{le="0.25"} 1
                job_duration_seconds_bucket{le="0.5"} 1
                job_duration_seconds_bucket{le="1"} 1
                job_duration_seconds_bucket{le="2.5"} 1
                job_duration_seconds_bucket{le="5"} 1
                job_duration_seconds_bucket{le="10"} 1
                job_duration_seconds_bucket{le="+Inf"} 2
                job_duration_seconds_sum 20.001
                job_duration_seconds_count 2
                # TYPE jobs_done_total counter
                jobs_done_total{kind="mail"} 3
                # TYPE jobs_waiting gauge
                jobs_waiting 3.5

                """)
        _ = try MetricText(metrics.text())
    }

    @Test func `the same name and labels are one series, in any order of the labels`() throws {
        metrics.counter("a", [("x", "1"), ("y", "2")]).increment()
        metrics.counter("a", [("y", "2"), ("x", "1")]).increment()
        #expect(try MetricText(metrics.text()).value("a_total", ["x": "1", "y": "2"]) == 2)
    }

    @Test(arguments: [
        ("a\"b", "a\\\"b"), ("a\\b", "a\\\\b"), ("a\nb", "a\\nb"), ("ä{}=,", "ä{}=,"),
        (String(repeating: "x", count: 121), String(repeating: "x", count: 120)),
    ]) func `a label may hold any text`(_ value: String, _ written: String) throws {
        metrics.counter("texts", [("text", value)]).increment()
        #expect(try MetricText(metrics.text()).value("texts_total", ["text": written]) == 1)
    }

    @Test func `a combining mark hides no quote`() {
        #expect(MetricLabels([("text", "a\"\u{301}")]).text() == "{text=\"a\\\"\u{301}\"}")
    }

    @Test(arguments: [("http.server.time", "http_server_time"), ("1st", "_1st"), ("größe", "gr__e")])
    func `other characters of a name become underscores`(_ name: String, _ written: String) throws {
        metrics.gauge(name).set(1)
        #expect(try MetricText(metrics.text()).value(written) == 1)
    }

    @Test func `a name has 200 series, and all further ones are counted as one`() throws {
        for number in 1...207 { metrics.counter("guests", [("name", "\(number)")]).increment() }
        let read = try MetricText(metrics.text())
        #expect((read.samples.count, read.value("guests_total", ["name": "200"])) == (201, 1))
        #expect(read.value("guests_total", ["name": "201"]) == nil)
        #expect(read.value("guests_total", ["name": "other"]) == 7)
    }

    @Test func `a name that has another kind already is not written twice`() throws {
        metrics.gauge("twice_total").set(4)
        metrics.counter("twice").increment()
        let read = try MetricText(metrics.text())
        #expect((read.types, read.value("twice_total")) == (["twice_total": "gauge"], 4))
    }

    @Test func `values that exist elsewhere are read for each text`() throws {
        metrics.onScrape { [.init("pool_connections", [("state", "idle")], 3), .init("waits_total", [], 9)] }
        let read = try MetricText(metrics.text())
        #expect(read.value("pool_connections", ["state": "idle"]) == 3)
        #expect(read.types == ["pool_connections": "gauge", "waits_total": "counter"])
    }

    @Test func `no increment of several threads is lost`() async throws {
        let (counter, gauge) = (metrics.counter("n"), metrics.gauge("g"))
        let timer = metrics.timer("t")
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        gauge.increment(by: 0.5)
                        timer.record(.nanoseconds(500_000_000))
                    }
                }
            }
        }
        let read = try MetricText(metrics.text())
        #expect((read.value("n_total"), read.value("g"), read.value("t_seconds_sum")) == (8000, 4000, 4000))
        #expect(read.value("t_seconds_bucket", ["le": "0.25"]) == 0)
        #expect(read.value("t_seconds_bucket", ["le": "0.5"]) == 8000)
    }

    @Test func `the process reports its memory and its files`() throws {
        #if os(Linux)
        metrics.onScrape { ProcessMetrics.read() }
        let read = try MetricText(metrics.text())
        #expect(try #require(read.value("process_resident_memory_bytes")) > 1_048_576)
        #expect(try #require(read.value("process_open_fds")) >= 3)
        #expect(try #require(read.value("process_max_fds")) >= 64)
        #expect(try #require(read.value("process_start_time_seconds")) > 1_600_000_000)
        #expect(read.helps["process_open_fds"] == MetricMeaning.all["process_open_fds"])
        #endif
    }

    @Test(arguments: [
        "", "1 (a)", "7 (name) S 1 2 3",
    ]) func `a line of another form gives no values`(_ line: String) { #expect(ProcessStat(line) == nil) }

    @Test func `the name of a program may hold brackets and blanks`() throws {
        // proc_pid_stat(5): fields 14, 15, 22, 23, 24
        let line = "7 (a) b) c) S 1 7 7 0 -1 4194560 1 0 0 0 11 12 0 0 20 0 1 0 333 4096 25 18446744073709551615"
        let stat = try #require(ProcessStat(line))
        #expect([stat.userTicks, stat.systemTicks, stat.startTicks] == [11, 12, 333])
        #expect([stat.virtualBytes, stat.residentPages] == [4096, 25])
    }
}
