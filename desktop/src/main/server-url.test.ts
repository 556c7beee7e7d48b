import { describe, expect, it } from 'vitest'
import { readServerUrl } from './server-url'

describe('the address the window shows', () => {
  it('is the local server when the command line names none', () => {
    expect(readServerUrl(['tidemark', '--other']).href).toBe('http://127.0.0.1:3000/')
  })

  it('is the one the command line names', () => {
    expect(readServerUrl(['tidemark', '--server-url=http://127.0.0.1:4711/']).origin).toBe('http://127.0.0.1:4711')
  })

  it.each([
    'https://example.org',
    'http://127.0.0.1.example.org',
    'http://localhost:3000',
    'http://user@10.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'nonsense',
    '',
  ])('is never %s', (url) => {
    expect(() => readServerUrl([`--server-url=${url}`])).toThrow(RangeError)
  })
})
