-- Sends the requests of a plan folder in turn, each with a key of its own, and prints the outcome as JSON.
-- Arguments: the folder, a prefix no other run has used.

local requests, prefix, sent = {}, "", 0

local function read(path)
  local file = assert(io.open(path, "rb"))
  local content = file:read("*a")
  file:close()
  return content
end

function init(args)
  local folder = args[1]
  prefix = args[2]
  local headers, bodies = read(folder .. "/headers"), {}
  for line in io.lines(folder .. "/requests") do
    local method, path, name = line:match("^(%S+) (%S+) (%S+)$")
    local body = ""
    if name ~= "-" then
      bodies[name] = bodies[name] or read(folder .. "/" .. name)
      body = bodies[name]
    end
    local head = method .. " " .. path .. " HTTP/1.1\r\n" .. headers
    if method == "POST" then
      head = head .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n"
    end
    requests[#requests + 1] = { head = head, tail = "\r\n" .. body }
  end
end

function request()
  local one = requests[sent % #requests + 1]
  sent = sent + 1
  if prefix == "-" then return one.head .. one.tail end
  return one.head .. "Idempotency-Key: " .. prefix .. sent .. "\r\n" .. one.tail
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"broken":%d,"microseconds":%d,"latency":{',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration))
  for index, share in ipairs({ 50, 75, 90, 95, 99, 99.9 }) do
    io.write(string.format('%s"%s":%d', index > 1 and "," or "", tostring(share), latency:percentile(share)))
  end
  io.write("}}\n")
end
