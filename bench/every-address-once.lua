-- Every request is a different one to the cache, with the same work: of two values of `after`, the empty one counts.
-- A parameter that the server ignores would not do.
local count = 0

request = function()
  count = count + 1
  local joint = string.find(wrk.path, "?", 1, true) and "&" or "?"
  return wrk.format(nil, wrk.path .. joint .. "after=" .. count .. "-" .. os.time() .. "&after=")
end
