-- Every request asks for another address, so that no answer can be one that was kept.
local count = 0

request = function()
  count = count + 1
  local joint = string.find(wrk.path, "?", 1, true) and "&" or "?"
  return wrk.format(nil, wrk.path .. joint .. "n=" .. count .. "-" .. os.time())
end
