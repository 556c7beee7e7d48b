import { expect, it } from 'vitest'
import { scriptFontsFor } from './script-fonts'
import { isReadFromRight, readFromRight, runsOf, textsOf, withKnownLetters, withPlacedRuns } from './script-runs'

const fonts = [
  { family: 'he', letters: new Set('שלוםתאביב') },
  { family: 'ar', letters: new Set('مرحبا') },
]

it.each([
  ['plain text', [[null, 'plain text']]],
  // Words and numbers stand as they are seen; the letters of a word as they are read.
  [
    'שלום תל',
    [
      ['he', 'תל'],
      [null, ' '],
      ['he', 'שלום'],
    ],
  ],
  [
    'In תל אביב (12)',
    [
      [null, 'In (12) '],
      ['he', 'אביב'],
      [null, ' '],
      ['he', 'תל'],
    ],
  ],
  [
    'תל (אב) 12 ש',
    [
      ['he', 'ש'],
      [null, ' 12 ('],
      ['he', 'אב'],
      [null, ') '],
      ['he', 'תל'],
    ],
  ],
  // A mark that parts letters is no letter, and keeps them apart.
  [
    'مر\u200cحبا',
    [
      ['ar', 'حبا'],
      ['ar', 'مر'],
    ],
  ],
])('“%s” is written from left to right in the fonts that have its letters', (text, expected) => {
  expect(runsOf(text, fonts).map(({ family, text: own }) => [family, own])).toEqual(expected)
})

it.each([
  ['שלום, world!', true],
  ['12. مرحبا', true],
  ['In תל אביב', false],
  ['12', false],
])('“%s” begins at the right: %s', (text, expected) => {
  expect(isReadFromRight(text)).toBe(expected)
})

it('a part of a line that is read from the right ends with its full stop at the left, without marks', () => {
  const shown = withPlacedRuns(`<text>${readFromRight('SQL 3.')}</text>`, [], 'family')
  expect(shown).toBe('<text>.SQL 3</text>')
})

it('letters come from fonts of their script, and those that no font has are told apart', async () => {
  const svg = '<text>R&amp;D שלום 東京 かな 한글</text><text>\u{1F980}</text>'
  expect(textsOf(svg)).toEqual(['R&D שלום 東京 かな 한글', '\u{1F980}'])
  const cut = await scriptFontsFor(textsOf(svg))
  expect([...new Set(cut.map(({ family }) => family.split(' ')[0]))]).toEqual(['hebrew', 'jp', 'kr'])
  const known = withKnownLetters(svg, cut)
  expect(known).toEqual({ svg: '<text>R&amp;D שלום 東京 かな 한글</text><text>?</text>', isWhole: false })
  const placed = withPlacedRuns('<text x="40" y="10" text-anchor="end">R&amp;D שלום 東京 1</text>', cut, 'family')
  expect(placed).toMatch(
    /^<g transform="translate\(40 10\)"><text><tspan x="-\d\.\d+em" y="0">R&amp;D <\/tspan><tspan x="-\d\.\d+em" y="0" font-family="hebrew \d">שלום</,
  )
  const named = withPlacedRuns('<text>שלום</text>', cut, 'name')
  expect(named).toContain('font-family="Noto Sans Hebrew')
  const bold = withPlacedRuns('<text font-weight="600" text-anchor="end">東京 1</text>', cut, 'family')
  expect(bold).toMatch(/<tspan x="-2\.\d+em" y="0" font-family="jp \d">東/)
})
