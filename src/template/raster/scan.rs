//! Decodes the entropy-coded scans of a JPEG (ITU-T T.81, F and G), to check that every block is there and nothing else, so that
//! no program has to guess. Bytes come in, a fault or nothing goes out. Called by `jpeg`.

use super::unreadable::Unreadable::{self, CutShort, Damaged};

/// More scans than any program writes.
const MOST_SCANS: usize = 100;

/// Codes up to this length are looked up.
const SHORT: u32 = 9;

/// A Huffman table.
pub struct HuffmanTable {
    /// For each beginning of a code: its length and symbol; length 0 for a longer code.
    short: Vec<(u8, u8)>,
    /// For each length: the first code, how many codes there are, and where their symbols begin.
    lengths: [(u32, u32, usize); 17],
    symbols: Vec<u8>,
}

impl HuffmanTable {
    /// `counts` says how many codes there are of each length, 1 to 16.
    pub fn new(counts: &[u8], symbols: &[u8], dc: bool) -> Option<HuffmanTable> {
        if symbols.len() > 256 || (dc && symbols.iter().any(|s| *s > 11)) {
            return None;
        }
        let mut table = HuffmanTable {
            short: vec![(0, 0); 1 << SHORT],
            lengths: [(0, 0, 0); 17],
            symbols: symbols.to_vec(),
        };
        let (mut code, mut from) = (0u32, 0);
        for (length, count) in (1u32..).zip(counts) {
            let count = u32::from(*count);
            if code + count > 1 << length {
                return None;
            }
            table.lengths[length as usize] = (code, count, from);
            for (code, symbol) in (code..).zip(symbols.get(from..from + count as usize)?) {
                if length <= SHORT {
                    let first = (code << (SHORT - length)) as usize;
                    table.short[first..first + (1 << (SHORT - length))]
                        .fill((length as u8, *symbol));
                }
            }
            from += count as usize;
            code = (code + count) << 1;
        }
        Some(table)
    }
}

/// One colour of a frame.
pub struct ColourComponent {
    pub id: u8,
    across: usize,
    down: usize,
    quantization: usize,
    /// Blocks across and down as a scan of it alone holds them, and across as it is stored.
    blocks: (usize, usize),
    stride: usize,
    /// Progressive: which coefficients of each block are not zero, and the lowest bit known of each coefficient.
    set: Vec<u64>,
    known: [Option<u8>; 64],
    seen: bool,
}

impl ColourComponent {
    /// `None` when its sampling or its table cannot be.
    pub fn new(id: u8, across: u8, down: u8, quantization: u8) -> Option<ColourComponent> {
        let sampled = (1..=4).contains(&across) && (1..=4).contains(&down);
        (sampled && quantization < 4).then(|| ColourComponent {
            id,
            across: across.into(),
            down: down.into(),
            quantization: quantization.into(),
            blocks: (0, 0),
            stride: 0,
            set: Vec::new(),
            known: [None; 64],
            seen: false,
        })
    }
}

/// The scans of a frame.
pub struct Scans {
    components: Vec<ColourComponent>,
    progressive: bool,
    /// Units of all components across and down.
    units: (usize, usize),
    count: usize,
}

/// A component of a scan by its place, and the numbers of its DC and AC tables.
type Part = (usize, usize, usize);

/// What a scan brings.
struct Band {
    first: usize,
    last: usize,
    /// The bit that was known before, and the one that is known after it.
    high: u8,
    low: u8,
}

impl Scans {
    pub fn new(
        (width, height): (u32, u32),
        mut components: Vec<ColourComponent>,
        progressive: bool,
    ) -> Scans {
        let (width, height) = (width as usize, height as usize);
        let across = components.iter().map(|c| c.across).max().unwrap_or(1);
        let down = components.iter().map(|c| c.down).max().unwrap_or(1);
        let units = (width.div_ceil(8 * across), height.div_ceil(8 * down));
        for c in &mut components {
            let blocks =
                |length: usize, own: usize, most: usize| (length * own).div_ceil(most).div_ceil(8);
            c.blocks = (blocks(width, c.across, across), blocks(height, c.down, down));
            c.stride = units.0 * c.across;
            if progressive {
                c.set = vec![0; c.stride * units.1 * c.down];
            }
        }
        Scans { components, progressive, units, count: 0 }
    }

    /// Numbers of the tables of quantization that its components name.
    pub fn needs_quantization(&self) -> impl Iterator<Item = usize> {
        self.components.iter().map(|c| c.quantization)
    }

    /// That each component was seen.
    pub fn finish(&self) -> Result<(), Unreadable> {
        let all = self.components.iter().all(|c| c.seen);
        if all { Ok(()) } else { Err(CutShort) }
    }

    /// Whether everything is in one sequential scan, greys, or colours that are as fine as the brightness or half as fine.
    pub fn is_usual(&self) -> bool {
        let fine = |component: &ColourComponent| (component.across, component.down);
        let sampled = match &self.components[..] {
            [grey] => fine(grey) == (1, 1),
            [first, second, third] => {
                [(1, 1), (2, 1), (2, 2)].contains(&fine(first))
                    && fine(second) == (1, 1)
                    && fine(third) == (1, 1)
            }
            _ => false,
        };
        sampled && !self.progressive && self.count == 1
    }

    /// Reads the scan whose header is `head`, from byte `at` on; gives the byte behind it.
    pub fn read(
        &mut self,
        head: &[u8],
        tables: &[[Option<HuffmanTable>; 4]; 2],
        interval: usize,
        bytes: &[u8],
        at: usize,
    ) -> Result<usize, Unreadable> {
        self.count += 1;
        if self.count > MOST_SCANS {
            return Err(Unreadable::Scans(MOST_SCANS));
        }
        let (chosen, band) = self.head(head)?;
        let mut bits = Bits { bytes, at, buffer: 0, count: 0 };
        let mut run = 0;
        let single = chosen.len() == 1;
        let (across, down) = if single { self.components[chosen[0].0].blocks } else { self.units };
        let units = across * down;
        let mut restart = 0u8;
        for unit in 0..units {
            if interval > 0 && unit > 0 && unit % interval == 0 {
                bits.restart(restart)?;
                restart = (restart + 1) % 8;
                if run > 0 {
                    return Err(Damaged);
                }
            }
            let (x, y) = (unit % across, unit / across);
            for &(index, dc, ac) in &chosen {
                let component = &mut self.components[index];
                let tables = (tables[0][dc].as_ref(), tables[1][ac].as_ref());
                let (h, v) = if single { (1, 1) } else { (component.across, component.down) };
                for block in 0..h * v {
                    if !self.progressive {
                        let (dc, ac) = (tables.0.ok_or(Damaged)?, tables.1.ok_or(Damaged)?);
                        bits.whole_block(dc, ac)?;
                        continue;
                    }
                    let place = (y * v + block / h) * component.stride + x * h + block % h;
                    let set = &mut component.set[place];
                    bits.part_of_block(set, &band, tables, &mut run)?;
                }
            }
        }
        if run > 0 {
            return Err(Damaged);
        }
        for (index, ..) in chosen {
            self.components[index].seen |= band.first == 0;
        }
        bits.end()
    }

    /// The components of a scan, with the numbers of their tables, and what it brings of them.
    fn head(&mut self, head: &[u8]) -> Result<(Vec<Part>, Band), Unreadable> {
        let [count, rest @ ..] = head else {
            return Err(Damaged);
        };
        let count = usize::from(*count);
        if count == 0 || count > self.components.len() || rest.len() != 2 * count + 3 {
            return Err(Damaged);
        }
        let (parts, band) = rest.split_at(2 * count);
        let mut chosen: Vec<Part> = Vec::new();
        for part in parts.chunks_exact(2) {
            let index = self.components.iter().position(|c| c.id == part[0]).ok_or(Damaged)?;
            let (dc, ac) = (usize::from(part[1] >> 4), usize::from(part[1] & 15));
            if dc > 3 || ac > 3 || chosen.iter().any(|(known, ..)| *known == index) {
                return Err(Damaged);
            }
            chosen.push((index, dc, ac));
        }
        let sampled =
            chosen.iter().map(|c| self.components[c.0].across * self.components[c.0].down);
        if count > 1 && sampled.sum::<usize>() > 10 {
            return Err(Damaged);
        }
        let band = Band {
            first: band[0].into(),
            last: band[1].into(),
            high: band[2] >> 4,
            low: band[2] & 15,
        };
        if self.progressive {
            self.progress(&chosen, &band)?;
        } else if chosen.iter().any(|c| self.components[c.0].seen)
            || (band.first, band.last, band.high, band.low) != (0, 63, 0, 0)
        {
            return Err(Damaged);
        }
        Ok((chosen, band))
    }

    /// That a progressive scan follows from those before it.
    fn progress(&mut self, chosen: &[Part], band: &Band) -> Result<(), Unreadable> {
        let in_range = match band.first {
            0 => band.last == 0,
            first => chosen.len() == 1 && (first..64).contains(&band.last),
        };
        let next = band.high == 0 || band.high == band.low + 1;
        if !in_range || !next || band.low > 13 {
            return Err(Damaged);
        }
        for (index, ..) in chosen {
            let component = &mut self.components[*index];
            let begun = component.known[0].is_some() || band.first == 0;
            for known in &mut component.known[band.first..=band.last] {
                if known.unwrap_or(0) != band.high || (known.is_some() && band.high == 0) || !begun
                {
                    return Err(Damaged);
                }
                *known = Some(band.low);
            }
        }
        Ok(())
    }
}

/// The bits of a scan.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The next bits, the first one highest.
    buffer: u64,
    count: u32,
}

impl Bits<'_> {
    /// Fills the buffer up to the next marker.
    fn fill(&mut self) {
        while self.count <= 56 {
            let Some(byte) = self.bytes.get(self.at) else {
                return;
            };
            self.at += 1;
            if *byte == 0xff {
                if self.bytes.get(self.at) != Some(&0) {
                    self.at -= 1;
                    return;
                }
                self.at += 1;
            }
            self.buffer |= u64::from(*byte) << (56 - self.count);
            self.count += 8;
        }
    }

    fn drop(&mut self, bits: u32) -> Result<(), Unreadable> {
        if bits > self.count {
            self.fill();
            if bits > self.count {
                return Err(CutShort);
            }
        }
        self.buffer = self.buffer.checked_shl(bits).unwrap_or(0);
        self.count -= bits;
        Ok(())
    }

    fn take(&mut self, bits: u32) -> Result<u32, Unreadable> {
        if bits > self.count {
            self.fill();
        }
        let value = if bits == 0 { 0 } else { (self.buffer >> (64 - bits)) as u32 };
        self.drop(bits)?;
        Ok(value)
    }

    fn symbol(&mut self, table: &HuffmanTable) -> Result<u8, Unreadable> {
        if self.count < 16 {
            self.fill();
        }
        let (length, symbol) = table.short[(self.buffer >> (64 - SHORT)) as usize];
        if length > 0 {
            self.drop(length.into())?;
            return Ok(symbol);
        }
        for length in SHORT + 1..=16 {
            let (first, count, from) = table.lengths[length as usize];
            let code = (self.buffer >> (64 - length)) as u32;
            if code >= first && code - first < count {
                self.drop(length)?;
                return Ok(table.symbols[from + (code - first) as usize]);
            }
        }
        Err(if self.count < 16 { CutShort } else { Damaged })
    }

    /// A block of a sequential scan.
    fn whole_block(&mut self, dc: &HuffmanTable, ac: &HuffmanTable) -> Result<(), Unreadable> {
        let bits = self.symbol(dc)?;
        self.drop(bits.into())?;
        let mut at = 1;
        while at < 64 {
            let symbol = self.symbol(ac)?;
            let (zeros, bits) = (usize::from(symbol >> 4), symbol & 15);
            if bits == 0 {
                if zeros < 15 {
                    break;
                }
                at += 16;
                continue;
            }
            at += zeros + 1;
            if at > 64 {
                return Err(Damaged);
            }
            self.drop(bits.into())?;
        }
        Ok(())
    }

    /// What a progressive scan says of a block; `run` blocks more hold nothing new.
    fn part_of_block(
        &mut self,
        set: &mut u64,
        band: &Band,
        (dc, ac): (Option<&HuffmanTable>, Option<&HuffmanTable>),
        run: &mut u32,
    ) -> Result<(), Unreadable> {
        if band.first == 0 {
            if band.high > 0 {
                return self.drop(1);
            }
            let bits = self.symbol(dc.ok_or(Damaged)?)?;
            return self.drop(bits.into());
        }
        let ac = ac.ok_or(Damaged)?;
        let refining = band.high > 0;
        let mut at = band.first;
        if *run == 0 {
            while at <= band.last {
                let symbol = self.symbol(ac)?;
                let (mut zeros, bits) = (u32::from(symbol >> 4), symbol & 15);
                if bits == 0 && zeros < 15 {
                    *run = (1 << zeros) + self.take(zeros)?;
                    break;
                }
                if refining && bits > 0 {
                    if bits != 1 {
                        return Err(Damaged);
                    }
                    self.drop(1)?;
                }
                if !refining {
                    at += zeros as usize;
                    if at > band.last {
                        return Err(Damaged);
                    }
                    if bits > 0 {
                        self.drop(bits.into())?;
                        *set |= 1 << at;
                    }
                    at += 1;
                    continue;
                }
                // Coefficients that are already non-zero get a correction bit each; the zeros between them are counted.
                while at <= band.last {
                    if *set >> at & 1 == 1 {
                        self.drop(1)?;
                    } else if zeros == 0 {
                        break;
                    } else {
                        zeros -= 1;
                    }
                    at += 1;
                }
                if bits > 0 {
                    if at > band.last {
                        return Err(Damaged);
                    }
                    *set |= 1 << at;
                }
                at += 1;
            }
        }
        if *run > 0 {
            if refining && at <= band.last {
                let rest = *set >> at & (u64::MAX >> (63 - (band.last - at)));
                self.skip(rest.count_ones())?;
            }
            *run -= 1;
        }
        Ok(())
    }

    fn skip(&mut self, mut bits: u32) -> Result<(), Unreadable> {
        while bits > 0 {
            let some = bits.min(32);
            self.drop(some)?;
            bits -= some;
        }
        Ok(())
    }

    /// The marker between two intervals.
    fn restart(&mut self, number: u8) -> Result<(), Unreadable> {
        let at = self.end()?;
        let marker = self.bytes[at..].iter().position(|b| *b != 0xff).ok_or(CutShort)?;
        if self.bytes[at + marker] != 0xd0 + number {
            return Err(Damaged);
        }
        self.at = at + marker + 1;
        Ok(())
    }

    /// The byte of the marker behind the bits, of which less than a byte may be left.
    fn end(&mut self) -> Result<usize, Unreadable> {
        self.fill();
        if self.at + 1 >= self.bytes.len() {
            return Err(CutShort);
        }
        if self.count >= 8 {
            return Err(Damaged);
        }
        (self.buffer, self.count) = (0, 0);
        Ok(self.at)
    }
}
