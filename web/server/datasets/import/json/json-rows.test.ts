import { describe, expect, test } from 'vitest'
import { importBytes, typesOf } from '@testkit/datasets/import-fixture'
import { JsonColumns } from './json-columns'
import { JsonRowWriter } from './json-row-writer'
import { JsonRowsFinder } from './json-rows'

interface Case {
  readonly says: string
  readonly file: unknown
  readonly types: string
  readonly rows: readonly (readonly unknown[])[]
  readonly notes?: readonly string[]
}

const people = [
  { id: 1, name: 'Ann', tags: ['a'], at: { city: 'Bonn' } },
  { id: 2, name: 'Bob', tags: [], at: null },
]
const peopleTypes = 'id:INTEGER name:VARCHAR tags:JSON at:JSON'
const peopleRows = [
  [1, 'Ann', '["a"]', '{"city":"Bonn"}'],
  [2, 'Bob', '[]', null],
]
const ids = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`)

const cases: readonly Case[] = [
  {
    says: 'the list within an object',
    file: { data: people },
    types: peopleTypes,
    rows: peopleRows,
    notes: ['The rows are those of “data”.'],
  },
  {
    says: 'the one list of what a service answers, deep inside too',
    file: { id: 7, status: 'ok', response: { numFound: 2, docs: people }, errors: [], meta: { page: 1 } },
    types: peopleTypes,
    rows: peopleRows,
    notes: [
      'The rows are those of “response.docs”. What is beside them was left out: “id”, “status”, “errors”, “meta” and 1 more.',
    ],
  },
  {
    says: 'lists of values whose names stand beside them',
    file: {
      columns: ['id', 'name', 'ID'],
      index: ['x', 'y', 'z'],
      data: [
        [1, 'a,"b"', null],
        [2, { c: [1] }, true],
        [3, '', 5],
      ],
    },
    types: 'id:INTEGER name:JSON ID_2:VARCHAR',
    rows: [
      [1, '"a,\\"b\\""', null],
      [2, '{"c":[1]}', 'true'],
      [3, '""', '5'],
    ],
    notes: [
      'The rows are the lists of “data”, with the names of “columns”. What is beside them was left out: “index”.',
      'The name ID appears more than once; column 3 is called ID_2.',
    ],
  },
  {
    says: 'lists of values whose columns are described beside them',
    file: {
      meta: { fields: [{ name: 'id', type: 'int' }, { name: 'day' }] },
      rows: [
        [1, '2024-02-29'],
        [2, '2024-03-01'],
      ],
    },
    types: 'id:INTEGER day:DATE',
    rows: [
      [1, '2024-02-29'],
      [2, '2024-03-01'],
    ],
    notes: [
      'The rows are the lists of “rows”, with the names of “meta.fields”. What is beside them was left out: “meta”.',
    ],
  },
  {
    says: 'lists of as many values, which are columns',
    file: { day: ['2024-02-29', '2024-03-01'], n: [1, null], 'a"b': ['x\ny', '{}'], DAY: [true, false] },
    types: 'day:DATE n:INTEGER a"b:VARCHAR DAY_2:BOOLEAN',
    rows: [
      ['2024-02-29', 1, 'x\ny', true],
      ['2024-03-01', null, '{}', false],
    ],
    notes: [
      'The members of the file were read as columns: each has the values of all rows.',
      'The name DAY appears more than once; column 4 is called DAY_2.',
    ],
  },
  {
    says: 'columns whose rows are counted by name',
    file: { id: { '0': 5, '1': 6 }, name: { '0': 'Ann', '1': 'Bob' } },
    types: 'id:INTEGER name:VARCHAR',
    rows: [
      [5, 'Ann'],
      [6, 'Bob'],
    ],
    notes: ['The members of the file were read as columns: each has the values of all rows.'],
  },
  {
    says: 'columns deep inside, also beside many facts where they are long',
    file: {
      latitude: 52.5,
      longitude: 13.4,
      elevation: 38,
      zone: 'UTC',
      a: 1,
      b: 2,
      c: 3,
      hourly: { hour: ids(11), degrees: ids(11).map((_, index) => index / 2) },
    },
    types: 'hour:VARCHAR degrees:DOUBLE',
    rows: ids(11).map((id, index) => [id, index / 2]),
    notes: [
      'The members of “hourly” were read as columns: each has the values of all rows. What is beside them was left out: “latitude”, “longitude”, “elevation”, “zone” and 3 more.',
    ],
  },
  {
    says: 'a list of lists, the first of which has names',
    file: [
      ['NAME', 'POP'],
      ['Alabama', 490],
      ['Alaska', 73],
    ],
    types: 'NAME:VARCHAR POP:INTEGER',
    rows: [
      ['Alabama', 490],
      ['Alaska', 73],
    ],
    notes: ['The rows are the lists of the file, of which the first has the names.'],
  },
  {
    says: 'the features of GeoJSON, one column for each property',
    file: {
      type: 'FeatureCollection',
      name: 'towns',
      features: [
        {
          type: 'Feature',
          id: 9,
          properties: { id: 'x', pop: 3, type: 'city' },
          geometry: { type: 'Point', coordinates: [1.5, 2] },
        },
        { type: 'Feature', properties: null, geometry: null },
      ],
    },
    types: 'id_2:INTEGER id:VARCHAR pop:INTEGER type:VARCHAR geometry:VARCHAR',
    rows: [
      [9, 'x', 3, 'city', '{"type":"Point","coordinates":[1.5,2.0]}'],
      [null, null, null, null, null],
    ],
    notes: [
      'The rows are the features, with a column for each of their properties and one for their shapes, which a map draws. What is beside them was left out: “name”.',
    ],
  },
  {
    says: 'an object of objects of one shape, by their names',
    file: { a1: { name: 'Ann', key: 1 }, 'a"2': { name: 'Bob', key: 2 } },
    types: 'key_2:VARCHAR name:VARCHAR key:INTEGER',
    rows: [
      ['a1', 'Ann', 1],
      ['a"2', 'Bob', 2],
    ],
    notes: ['The rows are the members of the file; their names are in key_2.'],
  },
  {
    says: 'many objects of one shape, though each has a list of its own',
    file: Object.fromEntries(ids(11).map((id) => [id, { n: 1, items: [{ a: 1 }] }])),
    types: 'key:VARCHAR n:INTEGER items:JSON',
    rows: ids(11).map((id) => [id, 1, '[{"a":1}]']),
    notes: ['The rows are the members of the file; their names are in key.'],
  },
  {
    says: 'numbers with more digits than a type holds, and names in any script',
    file: '{"Ärger":[{"é\\n":12345678901234567890123,"b":9007199254740993},{"é\\n":1,"b":2}]}',
    types: 'é:VARCHAR b:BIGINT',
    rows: [
      ['12345678901234567890123', '9007199254740993'],
      ['1', '2'],
    ],
    notes: ['The rows are those of “Ärger”.', '1 number is longer or larger than a number type holds and stayed text.'],
  },
]

const records: readonly Case[] = [
  {
    says: 'a record that has a list',
    file: { id: 1, name: 'x', items: [{ sku: 'a' }, { sku: 'b' }] },
    types: 'id:INTEGER name:VARCHAR items:JSON',
    rows: [[1, 'x', '[{"sku":"a"},{"sku":"b"}]']],
  },
  {
    says: 'a list of nothing',
    file: { data: [], total: 0 },
    types: 'data:JSON total:INTEGER',
    rows: [['[]', 0]],
  },
  {
    says: 'objects that have little in common',
    file: { dependencies: { a: '1', b: '2' }, scripts: { c: '3', d: '4' } },
    types: 'dependencies:JSON scripts:JSON',
    rows: [['{"a":"1","b":"2"}', '{"c":"3","d":"4"}']],
  },
  {
    says: 'objects whose members are numbers that count nothing from 0',
    file: { y: { 1: 1, 2: 2 }, z: { 1: 'a', 2: 'b' } },
    types: 'y:JSON z:JSON',
    rows: [['{"1":1,"2":2}', '{"1":"a","2":"b"}']],
  },
  {
    says: 'lists of which one is longer',
    file: { tags: ['a', 'b'], sizes: [1, 2, 3] },
    types: 'tags:JSON sizes:JSON',
    rows: [['["a","b"]', '[1,2,3]']],
  },
  {
    says: 'a record with lists beside what it is called',
    file: { name: 'x', tags: ['a', 'b'], sizes: [1, 2] },
    types: 'name:VARCHAR tags:JSON sizes:JSON',
    rows: [['x', '["a","b"]', '[1,2]']],
  },
  {
    says: 'a record with a few columns',
    file: { id: 1, line: { x: [1, 2], y: [3, 4] } },
    types: 'id:INTEGER line:JSON',
    rows: [[1, '{"x":[1,2],"y":[3,4]}']],
  },
  {
    says: 'a list of points',
    file: [
      [1, 2],
      [3, 4],
    ],
    types: 'json:JSON',
    rows: [['[1,2]'], ['[3,4]']],
  },
]

const textOf = (file: unknown) => (typeof file === 'string' ? file : JSON.stringify(file, null, 1))

describe('the rows of a JSON file are', () => {
  test.each(cases)('$says', async ({ file, types, rows, notes = [] }) => {
    const table = await importBytes('json', textOf(file))
    expect(typesOf(table)).toBe(types)
    expect(table.rows).toEqual(rows)
    expect(table.notes.map(({ message }) => message)).toEqual(notes)
  })
})

describe('one row is', () => {
  test.each(records)('$says', async ({ file, types, rows }) => {
    const table = await importBytes('json', textOf(file))
    expect(typesOf(table)).toBe(types)
    expect(table.rows).toEqual(rows)
    expect(table.notes).toEqual([])
  })
})

test('of several lists a person chooses', async () => {
  const file = JSON.stringify({ users: people, shop: { orders: [{ n: 1 }], total: 1 } })
  const choices = ['users', 'shop.orders']
  await expect(importBytes('json', file)).rejects.toMatchObject({ code: 'upload-table', choices })
  await expect(importBytes('json', file, 'x')).rejects.toMatchObject({ detail: 'It has no table “x”.', choices })
  const table = await importBytes('json', file, 'shop.orders')
  expect(table.rows).toEqual([[1]])
  expect(table.notes.map(({ message }) => message)).toEqual([
    'The rows are those of “shop.orders”. What is beside them was left out: “users” and “total”.',
  ])
})

test('an object in a line of NDJSON is a row, whatever it holds', async () => {
  expect((await importBytes('ndjson', '{"data":[{"a":1}]}\n')).rows).toEqual([['[{"a":1}]']])
})

test.each([...cases, ...records])('it makes no difference where a file is cut into pieces: $says', ({ file }) => {
  const written = (pieces: readonly string[]) => {
    const finder = new JsonRowsFinder()
    for (const piece of pieces) finder.push(piece)
    const [rows] = finder.tables()
    let text = ''
    if (rows?.kind === 'columns') {
      const columns = new JsonColumns(rows)
      for (const piece of pieces) columns.push(piece)
      text = [...columns.rows()].join('')
    } else if (rows !== undefined) {
      const writer = new JsonRowWriter(rows, (piece) => (text += piece))
      for (const piece of pieces) writer.push(piece)
    }
    return { rows, text }
  }
  expect(written(textOf(file).split(''))).toEqual(written([textOf(file)]))
})
