import { describe, expect, test } from 'vitest'
import { keepsPassword } from './connection-request'

const before = {
  kind: 'postgres',
  host: 'db.example',
  port: 5432,
  user: 'reader',
  tls: 'verify',
  caCertificate: 'A',
} as const

describe('a kept password', () => {
  test.each([
    ['nothing changed', before, {}, true],
    ['another host', before, { host: 'evil.example' }, false],
    ['another port', before, { port: 6432 }, false],
    ['another user', before, { user: 'root' }, false],
    ['another kind', before, { kind: 'mysql' }, false],
    ['certificates no longer checked', before, { tls: 'require' }, false],
    ['encryption off', before, { tls: 'off' }, false],
    ['another authority trusted', before, { caCertificate: 'B' }, false],
    ['certificates now checked', { ...before, tls: 'require' }, { tls: 'verify' }, true],
    ['encryption turned on', { ...before, tls: 'off' }, { tls: 'require' }, true],
  ] as const)('with %s', (_, from, change, keeps) => expect(keepsPassword(from, { ...from, ...change })).toBe(keeps))
})
