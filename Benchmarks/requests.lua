-- wrk sends requests with the tokens and to the paths of two files in turn, with the body of a third if there is one:
-- wrk -s requests.lua ADDRESS -- TOKENS PATHS [BODY]
local requests, number = {}, 0
local function lines(file)
  local all = {}
  for line in io.lines(file) do all[#all + 1] = line end
  return all
end
function init(arguments)
  local tokens, paths, body = lines(arguments[1]), lines(arguments[2]), arguments[3] and lines(arguments[3])[1]
  for index = 1, math.max(#tokens, #paths) do
    local headers = { authorization = "Bearer " .. tokens[(index - 1) % #tokens + 1], consistencylevel = "eventual",
      ["content-type"] = body and "application/json" }
    requests[index] = wrk.format(body and "POST" or "GET", paths[(index - 1) % #paths + 1], headers, body)
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
