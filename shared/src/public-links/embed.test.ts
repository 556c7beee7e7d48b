import { expect, it, test } from 'vitest'
import { embedOriginsSchema } from './embed'

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  [' HTTPS://WWW.Example.com/ ', 'https://www.example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://example.com:443', 'https://example.com'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.Example.com:444/', 'https://*.example.com:444'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('%s may show a page as %s', (text, origin) => {
  expect(embedOriginsSchema.parse([text])).toEqual([origin])
})

test.each([
  'http://example.com',
  'http://*.localhost',
  'example.com',
  '*',
  'https://*',
  'https://*.com',
  'https://*.10.0.0.1',
  'https://a.*.example.com',
  'https://example.com/path',
  'https://example.com?query',
  'https://user@example.com',
  "https://example.com; script-src 'unsafe-inline'",
  'https://example.com https://other.example',
  'https://example.com,https://other.example',
  'https://[::1]:3000',
  "'self'",
  'data:',
  'null',
  '',
])('“%s” is no site', (text) => {
  expect(embedOriginsSchema.safeParse([text]).success).toBe(false)
})

it('names each site once, and not too many', () => {
  expect(embedOriginsSchema.parse(['https://a.example', 'https://A.example/'])).toEqual(['https://a.example'])
  const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.example`)
  expect(embedOriginsSchema.safeParse(many).success).toBe(false)
})
