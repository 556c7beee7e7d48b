import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldsOf } from './schema-text'

it.each([
  ['a text', z.string(), 'string'],
  ['a text with limits', z.string().check(z.minLength(1), z.maxLength(40)), 'string (1 to 40 characters)'],
  ['a text of a form', z.string().check(z.regex(/^[a-z]+$/)), 'string matching ^[a-z]+$'],
  ['a whole number', z.int(), 'integer'],
  ['a whole number with a lower limit', z.int().check(z.minimum(0)), 'integer (at least 0)'],
  ['a number with limits', z.number().check(z.minimum(0), z.maximum(1)), 'number (0 to 1)'],
  ['one value', z.literal('sql'), '"sql"'],
  ['one of several values', z.enum(['a', 'b']), '"a" | "b"'],
  ['a text or nothing', z.nullable(z.string()), 'string | null'],
  ['a list', z.array(z.string()).check(z.maxLength(5)), 'string[] (at most 5)'],
  ['a list of either', z.array(z.union([z.string(), z.boolean()])), '(string | boolean)[]'],
  ['values by name', z.record(z.string(), z.int()), '{[name]: integer}'],
  ['one of several objects', z.union([z.object({ a: z.int() }), z.null()]), '{a: integer} | null'],
  ['any JSON', z.json(), 'JSON'],
])('%s reads like a type', (_, schema, type) => {
  expect(fieldsOf(z.object({ field: schema }))).toEqual([{ path: 'field', type, isRequired: true }])
})

it('the fields of objects and of items follow their parent, optional ones marked', () => {
  const schema = z.object({
    items: z.array(z.object({ id: z.string(), n: z.optional(z.int()) })).check(z.minLength(1), z.maxLength(9)),
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
