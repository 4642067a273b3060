-- wrk sends GET /api/tasks with the tokens of a file in turn: wrk -s tokens.lua ADDRESS -- FILE
local requests, number = {}, 0
function init(arguments)
  for token in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", "/api/tasks", { authorization = "Bearer " .. token })
  end
end
function request()
  number = number % #requests + 1
  return requests[number]
end
function done(summary, latency)
  io.write(string.format("p50 %.2f p99 %.2f errors %d\n", latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, summary.errors.status + summary.errors.timeout + summary.errors.read))
end
