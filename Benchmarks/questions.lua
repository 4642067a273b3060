-- wrk asks Graph the questions of a file in turn: wrk -s questions.lua ADDRESS -- TOKEN QUESTIONS
local requests, number = {}, 0
function init(arguments)
  local headers = { authorization = "Bearer " .. arguments[1], consistencylevel = "eventual" }
  for path in io.lines(arguments[2]) do requests[#requests + 1] = wrk.format("GET", path, headers) end
end
function request()
  number = number % #requests + 1
  return requests[number]
end
function done(summary, latency)
  io.write(string.format("p50 %.3f p99 %.3f max %.3f errors %d\n", latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000,
    summary.errors.status + summary.errors.timeout + summary.errors.read))
end
