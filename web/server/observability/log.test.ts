import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { expect, test } from 'vitest'
import { createLogger } from './log'

const canary = 'CANARY-7f3a'

function logged(err: unknown): Readonly<Record<string, unknown>> {
  const lines: string[] = []
  createLogger('error', { write: (line) => void lines.push(line) }).error({ err }, 'It failed.')
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(canary)
  const line = JSON.parse(lines[0] ?? '') as { readonly err: Readonly<Record<string, unknown>> }
  return line.err
}

test.each([
  ['MySQL', 'ER_DUP_ENTRY', { sql: `INSERT INTO person VALUES ('${canary}')`, sqlMessage: `for '${canary}'` }],
  ['PostgreSQL', '23505', { detail: `Key (email)=(${canary}@example.com) already exists.`, internalQuery: canary }],
  ['whoever keeps the request', 'ECONNRESET', { config: { headers: { authorization: canary } } }],
])('an error of %s is logged without the statements and rows in it', (_, code, fields) => {
  expect(logged(Object.assign(new RangeError('refused'), { code, ...fields }))).toEqual({
    type: 'RangeError',
    message: 'refused',
    stack: expect.stringContaining('log.test.ts') as unknown,
    code,
  })
})

test('an error is logged with its causes and with what we said of it, and of several each is', () => {
  const cause = Object.assign(new Error('no such table'), { sql: canary })
  const error = new TidemarkError('store-failed', { detail: 'While it was opened.', cause })
  expect(logged(error)).toMatchObject({ code: 'store-failed', detail: 'While it was opened.' })
  expect(logged(error)['stack']).toContain('no such table')
  expect(logged(new AggregateError([error, cause], 'all failed'))).toMatchObject({
    message: 'all failed',
    errors: [{ code: 'store-failed' }, { message: 'no such table' }],
  })
})

test('what is no error is logged as text', () => {
  expect(logged('stop')).toBe('stop')
  expect(logged({ token: canary })).toBe('[object Object]')
})
