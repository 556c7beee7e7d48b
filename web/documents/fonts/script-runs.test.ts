import { expect, it } from 'vitest'
import { scriptFontsFor } from './script-fonts'
import { runsOf, textsOf, withKnownLetters, withPlacedRuns, withScriptRuns } from './script-runs'

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

it('letters come from fonts of their script, and those that no font has are told apart', async () => {
  const svg = '<text>R&amp;D שלום 東京 かな 한글</text><text>\u{1F980}</text>'
  expect(textsOf(svg)).toEqual(['R&D שלום 東京 かな 한글', '\u{1F980}'])
  const cut = await scriptFontsFor(textsOf(svg))
  expect([...new Set(cut.map(({ family }) => family.split(' ')[0]))]).toEqual(['hebrew', 'jp', 'kr'])
  const known = withKnownLetters(svg, cut)
  expect(known).toEqual({ svg: '<text>R&amp;D שלום 東京 かな 한글</text><text>?</text>', isWhole: false })
  expect(withScriptRuns(known.svg, cut)).toMatch(/<text>R&amp;D <tspan font-family="hebrew \d">שלום<\/tspan> <tspan/)
  const placed = withPlacedRuns('<text x="40" y="10" text-anchor="end">東京 1</text>', cut)
  expect(placed).toMatch(/^<g transform="translate\(40 10\)"><text><tspan x="-2\.\d+em" y="0">東/)
})
