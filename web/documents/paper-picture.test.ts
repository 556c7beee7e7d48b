import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { afterAll, expect, it } from 'vitest'
import { paperPicture } from './paper-picture'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const svgOf = (inside: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${inside}</svg>`)
const red = svgOf('<rect width="20" height="10" fill="red"/>')
const png = Buffer.from(new Resvg(red.toString()).render().asPng())
const secretPath = join(folder, 'secret.png')
writeFileSync(secretPath, png)
const huge = Buffer.from(png)
huge.writeUInt32BE(60_000, 16)
huge.writeUInt32BE(60_000, 20)
const blur = '<filter id="f" width="100000" height="100000"><feGaussianBlur stdDeviation="5000"/></filter>'
const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

it.each([
  ['a PNG', 'png', png, /^data:image\/png/],
  ['an SVG', 'svg', red, /^data:image\/png/],
  [
    'an SVG with a document type',
    'svg',
    svgOf('<rect width="20" height="10" fill="red"/>', doctype),
    /^data:image\/png/,
  ],
] as const)('%s is drawn', (_, type, bytes, expected) => {
  expect(paperPicture({ type, bytes })).toEqual({ kind: 'drawn', href: expect.stringMatching(expected) })
})

it.each([
  ['a PNG that ends early', 'png', png.subarray(0, 40), 'damaged'],
  ['what is no picture', 'jpeg', Buffer.from('hello'), 'damaged'],
  ['a picture of too many pixels', 'png', huge, '30 million pixels'],
  ['a WebP', 'webp', Buffer.from('RIFF'), 'WebP'],
  // Nothing but these would be drawn.
  ['a file of the server in an SVG', 'svg', svgOf(`<image href="${secretPath}" width="20" height="10"/>`), 'damaged'],
  ['an address in an SVG', 'svg', svgOf('<image xlink:href="https://x.org/a.png" width="20" height="10"/>'), 'damaged'],
  [
    'an address that an entity hides',
    'svg',
    svgOf('<image href="&a;" width="20" height="10"/>', `<!DOCTYPE svg [<!ENTITY a "${secretPath}">]>`),
    'damaged',
  ],
  ['a filter in an SVG', 'svg', svgOf(`${blur}<rect width="20" height="10" filter="url(#f)"/>`), 'filters'],
  ['a filter with a prefix', 'svg', svgOf(blur.replaceAll('<', '<s:').replaceAll('<s:/', '</s:')), 'filters'],
  ['a blur without an element', 'svg', svgOf('<rect width="20" height="10" style="filter:blur(9px)"/>'), 'filters'],
  ['a blur in other letters', 'svg', svgOf('<rect width="20" height="10" filter="b&#x6C;&#117;r(9px)"/>'), 'filters'],
  ['an SVG of a huge size', 'svg', Buffer.from(red.toString().replace('"20"', '"1000000"')), '100,000 pixels'],
  ['an SVG of a huge view', 'svg', Buffer.from('<svg viewBox="0 0 10 1000000"/>'), '100,000 pixels'],
] as const)('%s is not drawn, but said', (_, type, bytes, said) => {
  expect(paperPicture({ type, bytes })).toEqual({ kind: 'said', text: expect.stringContaining(said) })
})
