import { expect, it } from 'vitest'
import * as z from 'zod'
import { fieldsOf } from './schema-text'

it.each([
  ['a text', z.string(), 'string'],
  ['a text with limits', z.string().min(1).max(40), 'string (1 to 40 characters)'],
  ['a text of a form', z.string().regex(/^[a-z]+$/), 'string matching ^[a-z]+$'],
  ['a whole number', z.int(), 'integer'],
  ['a whole number with a lower limit', z.int().min(0), 'integer (at least 0)'],
  ['a number with limits', z.number().min(0).max(1), 'number (0 to 1)'],
  ['one value', z.literal('sql'), '"sql"'],
  ['one of several values', z.enum(['a', 'b']), '"a" | "b"'],
  ['a text or nothing', z.string().nullable(), 'string | null'],
  ['a list', z.array(z.string()).max(5), 'string[] (at most 5)'],
  ['a list of either', z.array(z.union([z.string(), z.boolean()])), '(string | boolean)[]'],
  ['values by name', z.record(z.string(), z.int()), '{[name]: integer}'],
  ['one of several objects', z.union([z.object({ a: z.int() }), z.null()]), '{a: integer} | null'],
  ['any JSON', z.json(), 'JSON'],
])('%s reads like a type', (_, schema, type) => {
  expect(fieldsOf(z.object({ field: schema }))).toEqual([{ path: 'field', type, isRequired: true }])
})

it('the fields of objects and of items follow their parent, optional ones marked', () => {
  const schema = z.object({
    items: z
      .array(z.object({ id: z.string(), n: z.int().optional() }))
      .min(1)
      .max(9),
  })
  expect(fieldsOf(schema)).toEqual([
    { path: 'items', type: 'object[] (1 to 9)', isRequired: true },
    { path: 'items[].id', type: 'string', isRequired: true },
    { path: 'items[].n', type: 'integer', isRequired: false },
  ])
})

it('of a union of objects all fields are told, and required is what each of them has', () => {
  const schema = z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['a', 'b']), name: z.string(), host: z.string() }),
    z.object({ kind: z.literal('c'), name: z.string() }),
  ])
  expect(fieldsOf(schema)).toEqual([
    { path: 'kind', type: '"a" | "b" | "c"', isRequired: true },
    { path: 'name', type: 'string', isRequired: true },
    { path: 'host', type: 'string', isRequired: false },
  ])
  expect(() => fieldsOf(z.string())).toThrow('only an object')
})
