-- Sends the requests of a file in turn, starting over after the last. Each line is a method, a path, a key, a content
-- type and a body, separated by tabs. A body `@NAME` is the contents of that file.
local requests = {}
local count = 0

local function body_of(text)
  if text == "" then return nil end
  if text:sub(1, 1) ~= "@" then return text end
  local file = assert(io.open(text:sub(2), "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

function init(args)
  for line in io.lines(args[1]) do
    local method, path, key, kind, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = {}
    if key ~= "" then headers["Authorization"] = "Bearer " .. key end
    if kind ~= "" then headers["Content-Type"] = kind end
    requests[#requests + 1] = wrk.format(method, path, headers, body_of(body))
  end
end

function request()
  count = count + 1
  return requests[(count - 1) % #requests + 1]
end
