/** A JSON Schema as zod writes it, as far as it matters here. */
export interface JsonSchema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly type?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

/** Finds the schema of a `$ref`. */
export type Resolve = (ref: string) => JsonSchema

/** Pieces of text on which lexers, parsers and patterns are slow if they are repeated. */
export const hostilePieces: readonly string[] = [
  '[',
  '(',
  '{{',
  '[[',
  '"',
  "'",
  '$',
  '$a$',
  '\\',
  '/*',
  '--\n',
  ';',
  ' ',
  '\n#',
  '`',
  '_',
  '*',
  '<a ',
  'a.',
  'a,',
  "e'",
  '&amp',
  '%',
  '\u{1F600}',
  '\ud800',
  '0',
  'SELECT ',
  'a@',
]

export function hostileText(piece: string, length: number): string {
  return `${piece.repeat(Math.ceil(length / piece.length)).slice(0, Math.max(0, length - 1))}x`
}

const candidates = [
  'a1',
  'a',
  '1',
  'a0',
  '2026-01-31',
  'ann@example.com',
  'UTC',
  'https://a.example',
  'local',
  '#aabbcc',
]
const longest = 250_000
const longText = 10_000
const deepest = 9

/** Returns a small value of a schema. */
export function sampleOf(schema: JsonSchema, resolve: Resolve, depth = 0): unknown {
  if (depth > deepest) return null
  if (schema.$ref !== undefined) return sampleOf(resolve(schema.$ref), resolve, depth + 1)
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [branch] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (branch !== undefined) return sampleOf(branch, resolve, depth + 1)
  switch (schema.type) {
    case 'string':
      return candidates.find((text) => fits(text, schema)) ?? 'a'.repeat(schema.minLength ?? 1)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, resolve, depth + 1))
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, resolve, depth + 1)]),
      )
    default:
      return null
  }
}

function fits(text: string, { pattern, minLength = 0, maxLength = Infinity }: JsonSchema): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  )
}

/**
 * Yields values of a schema, each with one hostile text, list or tree in a place of its own: every text at its longest and
 * beyond, every list and record at more than its members, and what the schema leaves open as deep as JSON.
 */
export function* hostileValues(
  schema: JsonSchema,
  resolve: Resolve,
  piece: () => string,
  depth = 0,
): Generator<{ readonly at: string; readonly value: unknown }> {
  if (depth > deepest || 'const' in schema || schema.enum !== undefined) return
  if (schema.$ref !== undefined) {
    yield* hostileValues(resolve(schema.$ref), resolve, piece, depth + 1)
    return
  }
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (branches !== undefined) {
    for (const branch of branches) yield* hostileValues(branch, resolve, piece, depth + 1)
    return
  }
  const sample = (part: JsonSchema) => sampleOf(part, resolve, depth + 1)
  switch (schema.type) {
    case 'string': {
      const length = Math.min(schema.maxLength ?? longest, longest)
      // Long texts are those that something reads token by token.
      const pieces = (schema.maxLength ?? 0) >= longText ? hostilePieces : [piece()]
      for (const text of pieces) yield { at: `:${JSON.stringify(text)}`, value: hostileText(text, length) }
      return
    }
    case 'array': {
      const { items = {} } = schema
      for (const { at, value } of hostileValues(items, resolve, piece, depth + 1))
        yield { at: `[]${at}`, value: [value] }
      yield { at: '[5000]', value: Array.from({ length: 4_000 }, () => sample(items)) }
      yield { at: '[wrong]', value: Array.from({ length: 4_000 }, () => ({})) }
      return
    }
    case 'object': {
      const whole = sample(schema) as Readonly<Record<string, unknown>>
      for (const [name, part] of Object.entries(schema.properties ?? {}))
        for (const { at, value } of hostileValues(part, resolve, piece, depth + 1))
          yield { at: `.${name}${at}`, value: { ...whole, [name]: value } }
      const { additionalProperties } = schema
      if (typeof additionalProperties !== 'object') return
      for (const { at, value } of hostileValues(additionalProperties, resolve, piece, depth + 1))
        yield { at: `{}${at}`, value: { ...whole, a1: value } }
      yield { at: '{name}', value: { ...whole, [hostileText(piece(), longest)]: sample(additionalProperties) } }
      const many = Array.from({ length: 4_000 }, (_, index) => [`a${index}`, sample(additionalProperties)] as const)
      yield { at: '{4000}', value: { ...whole, ...Object.fromEntries(many) } }
      return
    }
    case undefined: {
      let tree: unknown = 1
      for (let level = 0; level < 90; level++) tree = { [piece()]: [tree] }
      yield { at: '(any)', value: tree }
    }
  }
}
