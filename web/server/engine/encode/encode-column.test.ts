import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture({ tables: { one: 'SELECT 1 AS id' } })
})
afterAll(() => fixture.close())

const longText = 'a text of more than twelve bytes — ok'

describe('a value travels as', () => {
  test.each([
    ['true', 'boolean', true],
    ["'-128'::TINYINT", 'integer', -128],
    ['255::UTINYINT', 'integer', 255],
    ["'-32768'::SMALLINT", 'integer', -32_768],
    ['65535::USMALLINT', 'integer', 65_535],
    ['2147483647::INTEGER', 'integer', 2_147_483_647],
    ['4294967295::UINTEGER', 'integer', 4_294_967_295],
    ['42::BIGINT', 'bigint', '42'],
    ['9007199254740993::BIGINT', 'bigint', '9007199254740993'],
    ['(-9223372036854775808)::BIGINT', 'bigint', '-9223372036854775808'],
    ['(-9007199254740992)::BIGINT', 'bigint', '-9007199254740992'],
    ['18446744073709551615::UBIGINT', 'bigint', '18446744073709551615'],
    ['170141183460469231731687303715884105727::HUGEINT', 'bigint', '170141183460469231731687303715884105727'],
    ["'340282366920938463463374607431768211455'::UHUGEINT", 'bigint', '340282366920938463463374607431768211455'],
    [
      "'123456789012345678901234567890123456789012345'::BIGNUM",
      'bigint',
      '123456789012345678901234567890123456789012345',
    ],
    ['0.1::FLOAT', 'number', 0.1],
    ['16777217.0::FLOAT', 'number', 16_777_216],
    ['0.1::DOUBLE', 'number', 0.1],
    ['1e308::DOUBLE', 'number', 1e308],
    ["'NaN'::DOUBLE", 'number', 'NaN'],
    ["'Infinity'::DOUBLE", 'number', 'Infinity'],
    ["'-Infinity'::FLOAT", 'number', '-Infinity'],
    ['1.5::DECIMAL(3,1)', 'decimal', '1.5'],
    ['(-0.05)::DECIMAL(9,2)', 'decimal', '-0.05'],
    ['123456789012345.678::DECIMAL(18,3)', 'decimal', '123456789012345.678'],
    [
      "'-12345678901234567890123456789012345.678'::DECIMAL(38,3)",
      'decimal',
      '-12345678901234567890123456789012345.678',
    ],
    ['7::DECIMAL(5,0)', 'decimal', '7'],
    ["DATE '2024-02-29'", 'date', '2024-02-29'],
    ["'infinity'::DATE", 'date', 'infinity'],
    ["TIME '12:34:56.5'", 'time', '12:34:56.500000'],
    ["TIMETZ '12:34:56+02:30'", 'time', '12:34:56+02:30'],
    ["TIMESTAMP '2024-02-29 12:34:56.123456'", 'timestamp', '2024-02-29T12:34:56.123456'],
    ["TIMESTAMP '0001-01-01 00:00:00'", 'timestamp', '0001-01-01T00:00:00'],
    ["TIMESTAMP_S '2024-02-29 12:34:56'", 'timestamp', '2024-02-29T12:34:56'],
    ["TIMESTAMP_MS '2024-02-29 12:34:56.789'", 'timestamp', '2024-02-29T12:34:56.789000'],
    ["TIMESTAMP_NS '2024-02-29 12:34:56.123456789'", 'timestamp', '2024-02-29T12:34:56.123456789'],
    ["TIMESTAMPTZ '2024-07-01 12:00:00+00'", 'timestamptz', '2024-07-01T14:00:00+02:00'],
    ["INTERVAL '1 month 2 days 03:04:05'", 'interval', '1 month 2 days 03:04:05'],
    ["'short'", 'text', 'short'],
    [`'${longText}'`, 'text', longText],
    ['\'Łódź "quoted" 🌊\' || chr(10)', 'text', 'Łódź "quoted" 🌊\n'],
    ["''", 'text', ''],
    ["'b'::ENUM('a', 'b')", 'text', 'b'],
    ["'8c6c8d0a-2d4c-4e4b-9d6c-1f2f0a6b7c8d'::UUID", 'text', '8c6c8d0a-2d4c-4e4b-9d6c-1f2f0a6b7c8d'],
    ["'10110'::BIT", 'text', '10110'],
    ["'\\x00\\xFFab'::BLOB", 'binary', Buffer.from([0, 255, 97, 98]).toString('base64')],
    ['\'{"a": 1}\'::JSON', 'json', '{"a": 1}'],
    ['[1, NULL, 9007199254740993]', 'json', '[1,null,9007199254740993]'],
    ["['a', 'b\"c']", 'json', '["a","b\\"c"]'],
    [
      "{'n': 1.50, 'at': DATE '2024-01-01', 'on': true, 'l': [0.1::DOUBLE]}",
      'json',
      '{"n":1.50,"at":"2024-01-01","on":true,"l":[0.1]}',
    ],
    ["row(1, 'a', NULL)", 'json', '[1,"a",null]'],
    ["{'a': (1, 2), 'b': NULL}", 'json', '{"a":[1,2],"b":null}'],
    ['NULL::STRUCT(a INTEGER)', 'json', null],
    ["{'a': (1, 2), 'b': NULL}", 'json', '{"a":[1,2],"b":null}'],
    ["{'10': 'ten', '2': 'two'}", 'json', '{"10":"ten","2":"two"}'],
    ["MAP {'k': 1, 'l': NULL}", 'json', '{"k":1,"l":null}'],
    ['[1, 2]::INTEGER[2]', 'json', '[1,2]'],
    ["union_value(n := 'x')", 'json', '"x"'],
    ["['NaN'::DOUBLE]", 'json', '["NaN"]'],
    ['NULL', 'integer', null],
    ['NULL::VARCHAR', 'text', null],
    ['NULL::INTEGER[]', 'json', null],
  ] as const)('%s: %s %j', async (sql, type, value) => {
    const { fields, columns } = await fixture.run(`SELECT ${sql} AS v`, { timeZone: 'Europe/Berlin' })
    expect({ type: fields[0]?.type, value: columns[0]?.[0] }).toEqual({ type, value })
  })
})

test('every value of a long column arrives in order, nulls and long texts included', async () => {
  const { columns, rowCount } = await fixture.run(
    `SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS n, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 2 = 0 THEN 'row ' || i ELSE repeat('ä', 9) || i END AS t
     FROM range(10000) r(i)`,
  )
  expect(rowCount).toBe(10_000)
  const expected = Array.from({ length: 10_000 }, (_, i) => i)
  expect(columns[0]).toEqual(expected.map((i) => (i % 3 === 0 ? null : String(i))))
  expect(columns[1]).toEqual(
    expected.map((i) => (i % 7 === 0 ? null : i % 2 === 0 ? `row ${i}` : `${'ä'.repeat(9)}${i}`)),
  )
})

test('columns of one name are told apart', async () => {
  const { fields } = await fixture.run('SELECT 1 AS a, 2 AS a')
  expect(new Set(fields.map((field) => field.name)).size).toBe(2)
})

test('the zone of the run decides where a day begins', async () => {
  const sql = "SELECT date_trunc('day', TIMESTAMPTZ '2024-03-31 23:30:00+00') AS day"
  const inBerlin = await fixture.run(sql, { timeZone: 'Europe/Berlin' })
  const inUtc = await fixture.run(sql, { timeZone: 'UTC' })
  expect([inBerlin.columns[0]?.[0], inUtc.columns[0]?.[0]]).toEqual([
    '2024-04-01T00:00:00+02:00',
    '2024-03-31T00:00:00+00:00',
  ])
})
