import { afterEach, describe, expect, test, vi } from 'vitest'
import { choicesCookieOf, choicesPart, writeChoicesCookie } from './choices-cookie'

afterEach(() => void vi.unstubAllGlobals())

function written(choices: string): string {
  const jar = { cookie: '' }
  vi.stubGlobal('document', jar)
  writeChoicesCookie('tidemark:s:o:ann', '/w/o/dashboards/d', choices)
  return jar.cookie
}

test('the choices in an address are its filters’ and parameters’ values, and how often it is refreshed', () => {
  expect(
    choicesPart(new URLSearchParams('tab=t1&f.region=South&p.city=Rome&p.city=Oslo&fp=1&refresh=60&refreshed=1')),
  ).toBe('f.region=South&p.city=Rome&p.city=Oslo&refresh=60')
})

describe('the cookie of what was chosen on a dashboard', () => {
  test('is of that dashboard and person alone, and holds the choices so that they can be read again', () => {
    const cookie = written('f.region=South+%26+East&f.day=..')
    expect(cookie).toContain('; Path=/w/o/dashboards/d; Max-Age=31536000;')
    const [name, value = ''] = (cookie.split(';')[0] ?? '').split('=')
    expect(name).toBe(choicesCookieOf('tidemark:s:o:ann'))
    expect(name).not.toContain('ann')
    expect(name).not.toBe(choicesCookieOf('tidemark:s:o:bob'))
    expect(decodeURIComponent(value)).toBe('f.region=South+%26+East&f.day=..')
  })

  test('is taken away where nothing is chosen, and where more is than a cookie holds', () => {
    expect(written('')).toContain('Max-Age=0')
    expect(written(`f.city=${'x'.repeat(3000)}`)).toMatch(/^tidemark-choices-\w+=; .*Max-Age=0/)
  })
})
