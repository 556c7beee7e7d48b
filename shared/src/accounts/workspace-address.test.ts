import { expect, test } from 'vitest'
import { safeNext, slugOf, slugSchema } from './workspace-address'

test.each([
  ['Acme', 'acme'],
  ["Ann's Büro", 'ann-s-buro'],
  ['  --  ', 'workspace'],
  ['数据', 'workspace'],
  ['x'.repeat(80), 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
])('the slug of %j is %s, and one that addresses take', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slugSchema.safeParse(slugOf(name)).success).toBe(true)
})

test.each([['Acme'], ['-a'], ['a-'], ['a_b'], ['a/b'], [''], ['x'.repeat(41)], ['..']])('%j is no slug', (slug) => {
  expect(slugSchema.safeParse(slug).success).toBe(false)
})

test.each(['/w/acme/dashboards/1?tab=2#x', '/', '/sign-in', '/a//b', '/%2f%2fevil.example'])(
  'after signing in %j is gone to',
  (next) => {
    expect(safeNext(next)).toBe(next)
  },
)

test.each([
  undefined,
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/\t/evil.example',
  '\n//evil.example',
  'javascript:alert(1)',
  'w/acme',
])('%j never leads away from this server', (next) => {
  expect(safeNext(next)).toBe('/')
})
