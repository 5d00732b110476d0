const mostLetters = 64;
const codes = 128;
const cost = { alike: 0.5, vowels: 0.75, doubled: 0.35, h: 0.8, swapped: 0.8, first: 0.2 };

/** Letters that eyes, keyboards or languages confuse. */
const alike = '0o 1i 1l 5s 6b 9g 9q ck ei ij iy ou sz vw kq cs td gk gq fv bp jz xs'.split(' ');
const vowels = 'aeiouy'.split('');

const replacing = new Float64Array(codes * codes).fill(1);
for (let same = 0; same < codes; same++) replacing[same * codes + same] = 0;
for (const one of vowels) for (const other of vowels) if (one !== other) setBoth(one, other, cost.vowels);
for (const [one, other] of alike) setBoth(one!, other!, cost.alike);

function setBoth(one: string, other: string, value: number): void {
  replacing[one.charCodeAt(0) * codes + other.charCodeAt(0)] = value;
  replacing[other.charCodeAt(0) * codes + one.charCodeAt(0)] = value;
}

let before = new Float64Array(mostLetters + 1);
let above = new Float64Array(mostLetters + 1);
let current = new Float64Array(mostLetters + 1);

/** The cost, in letters, of turning one word into the other; infinite beyond `most`. Common mistakes cost less. */
export function editCost(one: string, other: string, most: number): number {
  const rows = one.length;
  const columns = other.length;
  if (Math.abs(rows - columns) * cost.doubled > most || Math.max(rows, columns) > mostLetters) return Infinity;
  above[0] = 0;
  for (let j = 1; j <= columns; j++) above[j] = above[j - 1]! + adding(other, j - 1);
  for (let i = 1; i <= rows; i++) {
    const letter = one.charCodeAt(i - 1);
    const removing = adding(one, i - 1);
    let least = (current[0] = above[0]! + removing);
    for (let j = 1; j <= columns; j++) {
      const against = other.charCodeAt(j - 1);
      let best = above[j - 1]! + (letter === against ? 0 : replace(letter, against) + (i === 1 && j === 1 ? cost.first : 0));
      const removed = above[j]! + removing;
      if (removed < best) best = removed;
      const added = current[j - 1]! + adding(other, j - 1);
      if (added < best) best = added;
      if (i > 1 && j > 1 && letter !== against && letter === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === against) {
        const swapped = before[j - 2]! + cost.swapped;
        if (swapped < best) best = swapped;
      }
      current[j] = best;
      if (best < least) least = best;
    }
    if (least > most) return Infinity;
    [before, above, current] = [above, current, before];
  }
  return above[columns]! > most ? Infinity : above[columns]!;
}

function replace(one: number, other: number): number {
  return one < codes && other < codes ? replacing[one * codes + other]! : 1;
}

/** A doubled letter or a silent `h` is easily added. */
function adding(text: string, at: number): number {
  const letter = text.charCodeAt(at);
  if (at > 0 && letter === text.charCodeAt(at - 1)) return cost.doubled;
  return letter === 104 ? cost.h : 1;
}
