import { describe, expect, it } from 'vitest'
import { imageContentSchema } from './image'
import { imageTypeOf } from './image-type'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('imageTypeOf', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['gif', 'GIF89a\x01\0'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['svg', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by > hand -->\n<svg:svg xmlns:svg="x">'],
    ['svg', '<!DOCTYPE svg [<!ENTITY a ">">]>\n<svg viewBox="0 0 1 1">'],
    [null, ''],
    [null, '<!-- <svg> '],
    [null, '<html><svg></svg></html>'],
    [null, '<?xml version="1.0"?><svgs/>'],
    [null, '%PDF-1.7'],
    [null, 'RIFF\x10\0\0\0WAVEfmt '],
    [null, 'PNG'],
  ])('is %s for %j', (type, text) => expect(imageTypeOf(bytesOf(text))).toBe(type))

  it('ends with text that opens what it never closes', () => {
    for (const open of ['<!--', '<?', '<!DOCTYPE ', '<!DOCTYPE svg ['])
      expect(imageTypeOf(bytesOf(open.repeat(1000)))).toBeNull()
  })
})

describe('the link of an image', () => {
  const isAllowed = (link: string) =>
    imageContentSchema.safeParse({ kind: 'image', imageId: 'a'.repeat(64), description: '', fit: 'whole', link })
      .success

  it.each(['https://example.com/a?b=c#d', 'http://127.0.0.1:3000/', 'HTTPS://EXAMPLE.COM'])('may be %s', (link) =>
    expect(isAllowed(link)).toBe(true),
  )
  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https:\\\\example.com',
    'https://ann:secret@example.com',
    'https://',
    ' https://example.com',
    'https://exa mple.com',
  ])('may not be %j', (link) => expect(isAllowed(link)).toBe(false))
})
