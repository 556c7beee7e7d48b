import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { markdownParts, type TextPart } from './markdown-blocks'
import { MarkdownDrawing } from './markdown-drawing'

const around = { indentPx: 0, mark: '', isNext: false, isQuoted: false }
const plain = (...pieces: readonly object[]) => ({ kind: 'plain', pieces, ...around })

it.each<readonly [string, readonly object[]]>([
  [
    '# Title\n## Section',
    [
      { ...plain({ text: 'Title' }), kind: 'title' },
      { ...plain({ text: 'Section' }), kind: 'strong' },
    ],
  ],
  [
    'a **b _c_** `d` ~~e~~',
    [
      plain(
        { text: 'a ' },
        { text: 'b ', isStrong: true },
        { text: 'c', isStrong: true, isItalic: true },
        { text: ' ' },
        { text: 'd', isCode: true },
        { text: ' ' },
        { text: 'e', isStruck: true },
      ),
    ],
  ],
  [
    '1. one\n   - two',
    [
      { ...plain({ text: 'one' }), indentPx: 16, mark: '1.' },
      { ...plain({ text: 'two' }), indentPx: 32, mark: '•', isNext: true },
    ],
  ],
  [
    '- [x] done\n- [ ] open',
    [
      { ...plain({ text: 'done' }), indentPx: 16, mark: '✓' },
      { ...plain({ text: 'open' }), indentPx: 16, mark: '○', isNext: true },
    ],
  ],
  ['> said', [{ ...plain({ text: 'said' }), indentPx: 16, isQuoted: true }]],
  [
    '|a|b|\n|-|-:|\n|x|1|',
    [
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['x', '1'],
        ],
        aligns: ['start', 'end'],
        indentPx: 0,
      },
    ],
  ],
  ['---', [{ kind: 'rule', indentPx: 0 }]],
  // Only whole and safe addresses lead anywhere from paper, and no picture is fetched.
  [
    '[a](https://x.org) [b](/charts/c) [c](javascript:alert%281%29) ![d](https://x.org/p.png)',
    [
      plain(
        { text: 'a', href: 'https://x.org' },
        { text: ' ' },
        { text: 'b' },
        { text: ' ' },
        { text: 'c' },
        { text: ' ' },
        { text: 'd', href: 'https://x.org/p.png' },
      ),
    ],
  ],
  ['<b>a</b>', [plain({ text: '<b>' }, { text: 'a' }, { text: '</b>' })]],
  ['', []],
])('%j keeps its marks on paper', (source, expected) => {
  expect(markdownParts(source)).toEqual(expected)
})

function textsOf(parts: readonly TextPart[], height: number): readonly string[] {
  const svg = renderToStaticMarkup(createElement(MarkdownDrawing, { parts, width: 200, height }))
  expect(svg).not.toContain('NaN')
  return Array.from(svg.matchAll(/>([^<]+)</g), ([, text = '']) => text)
}

it('a text wraps between words, and what its tile cannot hold is said', () => {
  const parts = markdownParts('one two **three** four five six seven eight nine ten eleven twelve')
  const whole = textsOf(parts, 400)
  expect(whole.join(' ')).toBe('one two three four five six seven eight nine ten eleven twelve')
  expect(whole.length).toBeGreaterThan(3)
  expect(textsOf(parts, 30).at(-1)).toBe('The text is longer than its tile.')
})

it('code is set in a font of its own with its spaces, and is broken rather than cut', () => {
  const parts = markdownParts(`\`a\`\n\n\`\`\`\nselect  1\n  ${'x'.repeat(40)}\n\`\`\``)
  const svg = renderToStaticMarkup(createElement(MarkdownDrawing, { parts, width: 200, height: 400 }))
  const texts = Array.from(
    svg.matchAll(/font-family="Source Code Pro"[^>]*xml:space="preserve">([^<]+)</g),
    ([, text]) => text,
  )
  expect(texts.slice(0, 2)).toEqual(['a', 'select  1'])
  expect(texts.slice(2).join('')).toBe(`  ${'x'.repeat(40)}`)
  expect(texts).toHaveLength(4)
})

it('a paragraph whose first letter is read from the right begins there', () => {
  const parts = markdownParts('- שלום **world**\n- world שלום')
  const svg = renderToStaticMarkup(createElement(MarkdownDrawing, { parts, width: 200, height: 400 }))
  const places = Array.from(svg.matchAll(/<text x="([\d.]+)"([^>]*)>/g), ([, x, look]) => [
    Number(x),
    look?.includes('text-anchor="end"'),
  ])
  expect(places).toEqual([
    [198, true],
    [184, true],
    [expect.any(Number), true],
    [2, false],
    [16, false],
  ])
})
