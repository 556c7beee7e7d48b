import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { safeHref } from './markdown-text'
import { markdownPart, MarkdownView } from './markdown-view'

beforeAll(async () => {
  await markdownPart.load()
})

/** The markup without its wrapper, class names, directions and the line breaks between blocks. */
function htmlOf(source: string): string {
  return renderToStaticMarkup(<MarkdownView source={source} />)
    .replaceAll(/<svg[^>]* aria-label="([^"]*)"[^>]*>.*?<\/svg>/g, '($1)')
    .replaceAll(/ (?:class="[^"]*"|dir="(?:auto|ltr)")/g, '')
    .replaceAll(
      /(?<=<\/?(?:ul|ol|li|p|blockquote|section|h4)>|<ol start="3">)\n+|\n+(?=<\/?(?:ul|ol|li|p|blockquote|h2|h3|hr|div)\b)/g,
      '',
    )
    .replace(/^<div>/, '')
    .replace(/<\/div>$/, '')
}

describe('the Markdown of text tiles', () => {
  const cases: readonly [name: string, source: string, html: string][] = [
    ['a heading starts below the page’s own', '# Notes', '<h2>Notes</h2>'],
    ['deep headings stop at the third level', '##### Deep ##', '<h4>Deep</h4>'],
    ['lines of one paragraph join', 'one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
    ['two spaces at the end break the line', 'one  \ntwo', '<p>one<br/>\ntwo</p>'],
    [
      'bold, italic, struck and code nest',
      '**bold *and italic*** ~~old~~ `x < 1`',
      '<p><strong>bold <em>and italic</em></strong> <del>old</del> <code>x &lt; 1</code></p>',
    ],
    ['underscores inside a word stay', 'orders_by_region and _this_', '<p>orders_by_region and <em>this</em></p>'],
    ['a lone star is a star', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['a backslash keeps a star', '\\*not italic\\*', '<p>*not italic*</p>'],
    ['bullets nest', '- one\n  - inner\n- two', '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>'],
    ['numbers keep their start', '3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
    [
      'tasks are done or to do, and only at the start of an item',
      '- [x] sent *all*\n- [ ] paid\n- not [x] one\n- [x](/a)',
      '<ul><li>(Done) sent <em>all</em></li><li>(To do) paid</li>' +
        '<li>not [x] one</li><li><a href="/a">x</a></li></ul>',
    ],
    ['quotes hold blocks', '> said\n> - so', '<blockquote><p>said</p><ul><li>so</li></ul></blockquote>'],
    [
      'fenced code is left as it is',
      '```sql\nselect *\n  from t\n```',
      '<pre tabindex="0" aria-label="Code"><code>select *\n  from t\n</code></pre>',
    ],
    ['three dashes draw a rule', 'a\n\n---', '<p>a</p><hr/>'],
    [
      'a line of cells above one of dashes makes a table',
      'Sales:\n| Region | *Euros* |\n|:--|--:|\n| North \\| West | 12 |\n| South | 3 | more |\n\nafter',
      '<p>Sales:</p><div role="group" aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th style="text-align:left">Region</th><th style="text-align:right"><em>Euros</em></th></tr></thead>' +
        '<tbody><tr><td style="text-align:left">North | West</td><td style="text-align:right">12</td></tr>' +
        '<tr><td style="text-align:left">South</td><td style="text-align:right">3</td></tr></tbody></table></div><p>after</p>',
    ],
    ['bars without a line of as many dashes are text', 'a | b\n---|---|---\nc', '<p>a | b\n---|---|---\nc</p>'],
    ['a path links within Tidemark', '[data](/data?x=1#y)', '<p><a href="/data?x=1#y">data</a></p>'],
    [
      'a bare address links without the full stop',
      'See https://example.org/a.',
      '<p>See <a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">https://example.org/a</a>.</p>',
    ],
    ['bold stands inside italic', '*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['a line below makes a heading', 'Sales\n=====\n\nNorth\n---', '<h2>Sales</h2><h3>North</h3>'],
    [
      'a link may tell its address elsewhere',
      '[data][1] and [Notes]\n\n[1]: /data\n[notes]: https://example.org/n "Title"',
      '<p><a href="/data">data</a> and ' +
        '<a href="https://example.org/n" target="_blank" rel="noopener noreferrer nofollow">Notes</a></p>',
    ],
    ['tabs nest lists', '-\tone\n\t-\tinner', '<ul><li>one<ul><li>inner</li></ul></li></ul>'],
    ['entities are the characters they name', 'a &amp; b &copy; &#8364;', '<p>a &amp; b © €</p>'],
    [
      'four spaces make code',
      'a\n\n    select 1\n',
      '<p>a</p><pre tabindex="0" aria-label="Code"><code>select 1\n</code></pre>',
    ],
    ['a list may be loose', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['a link may hold brackets and a title', '[a [b]](/c "d")', '<p><a href="/c">a [b]</a></p>'],
    ['a single tilde means about', '~5 to ~6~', '<p>~5 to ~6~</p>'],
    [
      'a picture is a link to it',
      '![a map](https://example.org/m.png)',
      '<p><a href="https://example.org/m.png" target="_blank" rel="noopener noreferrer nofollow">a map</a></p>',
    ],
  ]
  it.each(cases)('%s', (_, source, html) => expect(htmlOf(source)).toBe(html))
})

it('each block of a text runs in the direction of its words, with what is in it; code does not', () => {
  const source = '# ملخص\n\nتقرير\n\n- واحد\n\n- اثنان\n\n> قال\n\n```\nselect 1\n```\n\n| عدد |\n|--|\n| 1 |'
  const html = renderToStaticMarkup(<MarkdownView source={source} />)
  const directions = Array.from(html.matchAll(/<(\w+)[^>]* dir="(\w+)"/g), ([, tag, dir]) => `${tag} ${dir}`)
  expect(directions).toEqual(['h2 auto', 'p auto', 'ul auto', 'blockquote auto', 'pre ltr', 'div auto'])
})

describe('hostile Markdown', () => {
  it('shows HTML as text', () => {
    expect(htmlOf('<script>alert(1)</script><img src=x onerror=alert(1)>')).toBe(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;',
    )
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\u0001javascript:alert(1)',
    'file:///etc/passwd',
    'blob:x',
    'about:blank',
    'relative',
    '',
  ])('makes no link of %j', (address) => {
    expect(safeHref(address)).toBeUndefined()
    expect(htmlOf(`[x](${address})`)).not.toContain('<a ')
  })

  it('cannot leave an attribute', () => {
    expect(htmlOf('[x](/a"onmouseover="alert(1))')).not.toMatch(/<a[^>]* onmouseover=/)
  })

  it('only ever makes the elements it knows, with safe addresses', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '[',
      '](',
      ')',
      'javascript:x',
      '<b>',
      '> ',
      '- ',
      '\n',
      '\n\n',
      '# ',
      '1. ',
      'https://a.b/',
      '\\',
      '~~',
      '|',
      'x|x\n-|-\n',
      ' ',
      'x',
      '&',
      '"',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const html = renderToStaticMarkup(<MarkdownView source={parts.join('')} />)
        for (const [, tag = ''] of html.matchAll(/<\/?([a-z0-9]+)/g)) {
          expect([
            'div',
            'h2',
            'h3',
            'h4',
            'p',
            'ul',
            'ol',
            'li',
            'span',
            'blockquote',
            'pre',
            'code',
            'hr',
            'br',
            'strong',
            'em',
            'del',
            'a',
            'table',
            'thead',
            'tbody',
            'tr',
            'th',
            'td',
          ]).toContain(tag)
        }
        for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//)
      }),
    )
  })

  it('reads a text with many columns, links and bullets', () => {
    const part = '* `order_id` of [orders](/data/orders), see **customer_id** and *region_name*\n'
    expect(htmlOf(part.repeat(200))).toContain('<ul>')
  })

  it.each([
    '[',
    '*',
    '**a ',
    '> ',
    '- ',
    '`',
    '_a',
    '](',
    '~~',
    '|',
    '-|',
    '|\n-|\n',
    '1. ',
    '*a_ ',
    '[a]: b\n',
    '*a **b',
  ])('shows 20 000 characters of %j soon and without running out of stack', (part) => {
    expect(htmlOf(part.repeat(20_000 / part.length))).not.toBe('')
  })
})
