// SPDX-License-Identifier: Apache-2.0

/// The metrics of our servers, with the sentence that the text and the documentation give.
package enum MetricMeaning {
    package static let all = [
        "http_server_request_duration_seconds":
            "Time from a request's head to its response, by route and status class.",
        "http_server_active_requests": "Requests that wait for their response.",
        "http_server_refusals_total": "Requests that a rule rejected, by the code of the rule.",
        "http_client_request_duration_seconds": "Time of requests to other servers, such as providers, by host.",
        "task_store_duration_seconds": "Time of operations of the task store, by operation and outcome.",
        "database_connections_open": "Open connections to the database.",
        "database_statements_in_flight": "Statements that wait for the database.",
        "database_statements_waiting": "Statements that wait for a connection.",
        "traces_dropped_total": "Spans that did not reach the collector.",
        "process_cpu_seconds_total": "User and system time of the process.",
        "process_resident_memory_bytes": "Resident memory of the process.",
        "process_virtual_memory_bytes": "Virtual memory of the process.",
        "process_open_fds": "Open file descriptors of the process.",
        "process_max_fds": "The maximum number of open file descriptors.",
        "process_start_time_seconds": "Start of the process, in seconds since 1970.",
        "service_ready": "1 if the service can serve, as /readyz says; 0 otherwise.",
    ]
}
