import { describe, expect, test } from 'vitest'
import { connectionSchema } from '@tidemark/shared/connections/connection'
import { checkForm, emptyForm, formOf, tlsOf, withHost, withKind } from './connection-form'

const filled = { ...emptyForm, host: 'db.example.com', database: 'shop', user: 'reader' }
const connection = connectionSchema.parse({
  id: 'c1',
  name: 'Shop',
  kind: 'postgres',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  user: 'reader',
  tls: 'verify',
  caCertificate: null,
  settingsAt: 1,
  deletedAt: null,
  createdAt: 1,
  createdBy: 'ann',
  updatedAt: 1,
  updatedBy: 'ann',
})

test('a pasted address fills every field', () => {
  expect(withHost(emptyForm, 'mysql://ann:p%40ss@db.example.com:3307/shop')).toMatchObject({
    kind: 'mysql',
    host: 'db.example.com',
    port: '3307',
    database: 'shop',
    user: 'ann',
    password: 'p@ss',
  })
  expect(withHost(emptyForm, 'postgresql://[::1]/shop')).toMatchObject({ host: '::1', port: '5432', password: null })
  expect(withHost(emptyForm, 'db.example.com')).toEqual({ ...emptyForm, host: 'db.example.com' })
})

test('another kind brings its port unless somebody chose one', () => {
  expect(withKind(emptyForm, 'mysql').port).toBe('3306')
  expect(withHost(emptyForm, 'clickhouse://ann@db.example.com/shop')).toMatchObject({
    kind: 'clickhouse',
    port: '8123',
  })
  expect(withKind({ ...emptyForm, port: '6000' }, 'mysql').port).toBe('6000')
})

test.each([
  ['localhost', 'off'],
  ['127.0.0.1', 'off'],
  ['db.example.com', 'verify'],
  ['10.0.0.7', 'verify'],
])('a connection to %s is encrypted as %s until somebody chooses', (host, tls) =>
  expect([tlsOf({ host, tls: null }), tlsOf({ host, tls: 'require' })]).toEqual([tls, 'require']),
)

describe('what is sent', () => {
  test('takes its name from the database when none is given, and no password for an empty one', () => {
    expect(checkForm(filled, null)).toMatchObject({
      kind: 'complete',
      name: 'shop',
      password: '',
      settings: { port: 5432, tls: 'verify', caCertificate: null },
    })
  })

  test.each([
    ['host', { host: '' }],
    ['host', { host: 'db.example.com/shop' }],
    ['port', { port: '70000' }],
    ['port', { port: '54x' }],
    ['database', { database: ' ' }],
    ['user', { user: '' }],
  ])('is refused at %s for %j', (field, change) => {
    const checked = checkForm({ ...filled, ...change }, null)
    expect(checked.kind === 'incomplete' && Object.keys(checked.errors)).toEqual([field])
  })

  test('keeps the password while it goes to the same server as safely', () => {
    expect(checkForm({ ...formOf(connection), database: 'other' }, connection)).toMatchObject({
      kind: 'complete',
      password: undefined,
    })
    for (const change of [{ host: 'elsewhere.example' }, { port: '5433' }, { user: 'root' }, { tls: 'off' as const }]) {
      expect(checkForm({ ...formOf(connection), ...change }, connection)).toMatchObject({
        kind: 'incomplete',
        errors: { password: expect.any(String) },
      })
      expect(checkForm({ ...formOf(connection), ...change, password: 'x' }, connection)).toMatchObject({
        kind: 'complete',
        password: 'x',
      })
    }
  })
})
