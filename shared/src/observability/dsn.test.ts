import { expect, test } from 'vitest'
import { parseDsn } from './dsn'

test.each([
  ['https://abc123@o1.ingest.example.com/42', 'https://abc123@o1.ingest.example.com/42'],
  ['http://local@127.0.0.1:9000/1', 'http://local@127.0.0.1:9000/1'],
  ['http://local@[::1]:9000/1', 'http://local@[::1]:9000/1'],
  ['https://k@example.com/sentry/eu/7', 'https://k@example.com/sentry/eu/7'],
  ['https://k@example.com/7/', 'https://k@example.com/7'],
  ['https://k:secret@example.com/7', 'https://k@example.com/7'],
  ['https://k@example.com/7?x=1#y', 'https://k@example.com/7'],
])('%s is one', (given, read) => expect(parseDsn(given)).toBe(read))

test.each([
  '',
  'garbage',
  'mailto:x',
  'ftp://k@example.com/1',
  'https://example.com/1',
  'https://k@example.com/',
  'https://k@example.com/project',
  'https://a b@example.com/1',
])('%j is none', (given) => expect(parseDsn(given)).toBeUndefined())
