-- Runs in a table of Tabletop Simulator. Cards and tiles that carry a path of ours in their GM notes get the picture and
-- the words of this export where they lie; what the table has too few of is put there. Nothing is taken away.
local data = JSON.decode(--[[data]])
local wanted, copies = data.objects, data.copies
local leaves, lacking = {}, {}

local function is_leaf(piece)
  return piece.CardID ~= nil or piece.CustomImage ~= nil
end

local function each_leaf(piece, visit)
  if is_leaf(piece) then visit(piece) end
  for _, inside in pairs(piece.ContainedObjects or {}) do each_leaf(inside, visit) end
  for _, state in pairs(piece.States or {}) do each_leaf(state, visit) end
end

for _, thing in ipairs(wanted) do
  each_leaf(thing, function(leaf)
    leaves[leaf.GMNotes] = leaf
    lacking[leaf.GMNotes] = copies[leaf.GMNotes].last
  end)
end

-- Keys of a CustomDeck are numbers here and words there.
local function numbered(sheets)
  local found = {}
  for key, sheet in pairs(sheets or {}) do found[tonumber(key)] = sheet end
  return found
end

local function pictures(piece)
  local image = piece.CustomImage
  if image then return image.ImageURL .. "\n" .. image.ImageSecondaryURL end
  local sheet = numbered(piece.CustomDeck)[math.floor(piece.CardID / 100)] or {}
  return piece.CardID .. "\n" .. tostring(sheet.FaceURL) .. "\n" .. tostring(sheet.BackURL)
end

local function renew(piece)
  local new = leaves[piece.GMNotes]
  if not new then return false end
  lacking[piece.GMNotes] = lacking[piece.GMNotes] - 1
  -- Further copies only: those that are here look the same.
  if copies[piece.GMNotes].first > 1 then return false end
  local same = pictures(piece) == pictures(new) and piece.Nickname == new.Nickname and piece.Description == new.Description
  piece.Nickname, piece.Description = new.Nickname, new.Description
  piece.CardID, piece.CustomImage = new.CardID, new.CustomImage
  if new.CardID then piece.CustomDeck = numbered(new.CustomDeck) end
  return not same
end

-- A deck repeats the numbers and the sheets of its cards.
local function gather(deck)
  deck.DeckIDs, deck.CustomDeck = {}, {}
  for at, card in ipairs(deck.ContainedObjects) do
    deck.DeckIDs[at] = card.CardID
    for key, sheet in pairs(numbered(card.CustomDeck)) do deck.CustomDeck[key] = sheet end
  end
end

local function renew_within(piece)
  local count = 0
  if is_leaf(piece) and renew(piece) then count = 1 end
  local inside = 0
  for _, one in pairs(piece.ContainedObjects or {}) do inside = inside + renew_within(one) end
  if inside > 0 and piece.DeckIDs then gather(piece) end
  for _, state in pairs(piece.States or {}) do inside = inside + renew_within(state) end
  return count + inside
end

local renewed, added = 0, 0
for _, object in ipairs(getObjects()) do
  local data = object.getData()
  local count = renew_within(data)
  if count > 0 then
    renewed = renewed + count
    object.destruct()
    spawnObjectData({ data = data })
  end
end

for _, thing in ipairs(wanted) do
  local all, some = 0, {}
  each_leaf(thing, function(leaf)
    all = all + 1
    if lacking[leaf.GMNotes] > 0 then
      lacking[leaf.GMNotes] = lacking[leaf.GMNotes] - 1
      table.insert(some, leaf)
    end
  end)
  if #some == all then some = { thing } end
  added = added + (#some == 1 and some[1] == thing and all or #some)
  for _, piece in ipairs(some) do
    if piece.CustomDeck then piece.CustomDeck = numbered(piece.CustomDeck) end
    for _, card in pairs(piece.ContainedObjects or {}) do
      if card.CustomDeck then card.CustomDeck = numbered(card.CustomDeck) end
    end
    spawnObjectData({ data = piece })
  end
end
return renewed .. " renewed, " .. added .. " added"
