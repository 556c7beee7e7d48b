import { describe, expect, it } from 'vitest'
import { mailHref, pictureSource, safeHref, templateHref } from './safe-link'

describe('an address that is followed', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['HTTP://Example.org', 'http://example.org/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['https://例え.jp/ü', 'https://xn--r8jz45g.jp/%C3%BC'],
  ])('is %s', (text, href) => {
    expect(safeHref(text)).toBe(href)
  })

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', 'JaVaScRiPt:alert(1)'],
    ['a script behind a tab', 'java\tscript:alert(1)'],
    ['a script behind a control character', '\u0001javascript:alert(1)'],
    ['a script behind a blank', ' javascript:alert(1)'],
    ['a script in a comment', 'javascript://example.org/%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['VBScript', 'vbscript:msgbox(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a blob', 'blob:https://example.org/1'],
    ['an address of the page’s own protocol', '//evil.example/'],
    ['one with backslashes', 'https:\\\\evil.example'],
    ['a path', '/settings'],
    ['a name and password before the server', 'https://bank.example:secret@evil.example/'],
    ['a name before the server', 'https://bank.example@evil.example/'],
    ['one with a line break', 'https://example.org/\nx'],
    ['one that turns around', 'https://example.org/\u202Egpj.exe'],
    ['one with an invisible character', 'https://exam\u200Bple.org/'],
    ['no server', 'https://'],
    ['no address', 'hello'],
    ['nothing', ''],
  ])('is never %s', (_, text) => {
    expect(safeHref(text)).toBeNull()
  })
})

describe('a template', () => {
  const row: Readonly<Record<string, string | null>> = { id: 'a/b?c', bad: 'javascript:alert(1)', '': 'x', none: null }
  const of = (template: string) => templateHref(template, (name) => row[name])

  it.each([
    ['https://crm.example/{id}', 'https://crm.example/a%2Fb%3Fc'],
    ['https://crm.example/?q={bad}', 'https://crm.example/?q=javascript%3Aalert(1)'],
    ['https://crm.example/', 'https://crm.example/'],
    ['mailto:{id}', 'mailto:a%2Fb%3Fc'],
  ])('%s escapes what it takes from the row', (template, href) => {
    expect(of(template)).toBe(href)
  })

  it.each([
    ['{bad}'],
    ['{bad}//x'],
    ['https://{id}/x'],
    ['https://crm.example{id}/x'],
    ['//{id}'],
    ['javascript:{id}'],
    ['https://user@crm.example/{id}'],
    ['https://crm.example/{absent}'],
    ['https://crm.example/{none}'],
    ['https://crm.example\t/{id}'],
  ])('%s makes no link', (template) => {
    expect(of(template)).toBeNull()
  })
})

it('an e-mail is one address, and nothing is written into it', () => {
  expect(mailHref('ada@example.org')).toBe('mailto:ada@example.org')
  for (const text of ['ada', 'a@b?bcc=c@d', 'a@b,c@d', 'javascript:a@b', 'a@b\nc', '<a@b>', 'a%0a@b'])
    expect([text, mailHref(text)]).toEqual([text, null])
})

it('a picture is one within the data, and none that could hold a script or tell who reads', () => {
  expect(pictureSource('data:image/png;base64,iVBORw0KGgo=')).not.toBeNull()
  for (const text of ['https://example.org/a.png', 'data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html;base64,AA=='])
    expect([text, pictureSource(text)]).toEqual([text, null])
})
