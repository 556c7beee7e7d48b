import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { safeHref } from './markdown'
import { MarkdownView } from './markdown-view'

/** The markup without its wrapper and class names. */
function htmlOf(source: string): string {
  return renderToStaticMarkup(<MarkdownView source={source} />)
    .replaceAll(/<svg[^>]* aria-label="([^"]*)"[^>]*>.*?<\/svg>/g, '($1)')
    .replaceAll(/ class="[^"]*"/g, '')
    .replace(/^<div>/, '')
    .replace(/<\/div>$/, '')
}

describe('the Markdown of text tiles', () => {
  const cases: readonly [name: string, source: string, html: string][] = [
    ['a heading starts below the page’s own', '# Notes', '<h2>Notes</h2>'],
    ['deep headings stop at the third level', '##### Deep ##', '<h4>Deep</h4>'],
    ['lines of one paragraph join', 'one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
    ['two spaces at the end break the line', 'one  \ntwo', '<p>one<br/>two</p>'],
    [
      'bold, italic, struck and code nest',
      '**bold *and italic*** ~~old~~ `x < 1`',
      '<p><strong>bold <em>and italic</em></strong> <del>old</del> <code>x &lt; 1</code></p>',
    ],
    ['underscores inside a word stay', 'orders_by_region and _this_', '<p>orders_by_region and <em>this</em></p>'],
    ['a lone star is a star', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['a backslash keeps a star', '\\*not italic\\*', '<p>*not italic*</p>'],
    [
      'bullets nest',
      '- one\n  - inner\n- two',
      '<ul><li><span>one</span><ul><li><span>inner</span></li></ul></li><li><span>two</span></li></ul>',
    ],
    [
      'numbers keep their start',
      '3. three\n4. four',
      '<ol start="3"><li><span>three</span></li><li><span>four</span></li></ol>',
    ],
    [
      'tasks are done or to do, and only at the start of an item',
      '- [x] sent *all*\n- [ ] paid\n- not [x] one\n- [x](/a)',
      '<ul><li>(Done)<span>sent <em>all</em></span></li><li>(To do)<span>paid</span></li>' +
        '<li><span>not [x] one</span></li><li><span><a href="/a">x</a></span></li></ul>',
    ],
    ['quotes hold blocks', '> said\n> - so', '<blockquote><p>said</p><ul><li><span>so</span></li></ul></blockquote>'],
    [
      'fenced code is left as it is',
      '```sql\nselect *\n  from t\n```',
      '<pre tabindex="0" aria-label="Code"><code>select *\n  from t</code></pre>',
    ],
    ['three dashes draw a rule', 'a\n\n---', '<p>a</p><hr/>'],
    [
      'a line of cells above one of dashes makes a table',
      'Sales:\n| Region | *Euros* |\n|:--|--:|\n| North \\| West | 12 |\n| South | 3 | more |\n\nafter',
      '<p>Sales:</p><div role="group" aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th>Region</th><th><em>Euros</em></th></tr></thead>' +
        '<tbody><tr><td>North | West</td><td>12</td></tr><tr><td>South</td><td>3</td></tr></tbody></table></div><p>after</p>',
    ],
    ['bars without a line of as many dashes are text', 'a | b\n---|---|---\nc', '<p>a | b ---|---|--- c</p>'],
    ['a path links within Tidemark', '[data](/data?x=1#y)', '<p><a href="/data?x=1#y">data</a></p>'],
    [
      'a bare address links without the full stop',
      'See https://example.org/a.',
      '<p>See <a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">https://example.org/a</a>.</p>',
    ],
  ]
  it.each(cases)('%s', (_, source, html) => expect(htmlOf(source)).toBe(html))
})

describe('hostile Markdown', () => {
  it('shows HTML as text', () => {
    expect(htmlOf('<script>alert(1)</script><img src=x onerror=alert(1)>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</p>',
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
    expect(safeHref(address)).toBeNull()
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

  it.each(['[', '*', '**a ', '> ', '- ', '`', '_a', '](', '~~', '|', '-|', '|\n-|\n'])(
    'reads 20 000 characters of %j without running out of stack',
    (part) => {
      expect(htmlOf(part.repeat(20_000 / part.length))).not.toBe('')
    },
  )
})
