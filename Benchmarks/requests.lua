-- wrk sends GET with the tokens and to the paths of two files in turn: wrk -s requests.lua ADDRESS -- TOKENS PATHS
local requests, number = {}, 0
local function lines(file)
  local all = {}
  for line in io.lines(file) do all[#all + 1] = line end
  return all
end
function init(arguments)
  local tokens, paths = lines(arguments[1]), lines(arguments[2])
  for index = 1, math.max(#tokens, #paths) do
    local headers = { authorization = "Bearer " .. tokens[(index - 1) % #tokens + 1], consistencylevel = "eventual" }
    requests[index] = wrk.format("GET", paths[(index - 1) % #paths + 1], headers)
  end
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
