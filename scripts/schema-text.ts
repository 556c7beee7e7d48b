import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** One field as documentation shows it; `items[].name` is a field of each item. */
export interface FieldText {
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
}

/**
 * The fields of an object schema with those of the objects in it, in order; of a union of objects those of all of them, of
 * which only what each has is required. Fails for any other schema.
 */
export function fieldsOf(schema: z.ZodMiniType): readonly FieldText[] {
  // What a caller sends: a field with a default is optional.
  const root = z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' })
  const object = root.properties === undefined ? unionOf(root) : root
  if (object.properties === undefined) throw new TypeError('only an object has fields')
  return fieldsBelow(object, '')
}

function unionOf(root: JsonSchema): JsonSchema {
  const variants = (choicesOf(root) ?? []).filter((choice) => typeof choice !== 'boolean')
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))
  const properties: NonNullable<JsonSchema['properties']> = {}
  for (const name of names) {
    const known = variants.flatMap(({ properties: own = {} }): (JsonSchema | boolean)[] => {
      const field = own[name]
      return field === undefined ? [] : [field]
    })
    const [first] = known
    const areEqual = known.every((schema) => JSON.stringify(schema) === JSON.stringify(first))
    properties[name] = areEqual && first !== undefined ? first : choiceOf(known)
  }
  const required = [...names].filter((name) => variants.every((variant) => variant.required?.includes(name)))
  return variants.length === 0 ? root : { properties, required }
}

function choiceOf(anyOf: (JsonSchema | boolean)[]): JsonSchema {
  return { anyOf: anyOf.map((choice) => (typeof choice === 'boolean' ? {} : choice)) }
}

function fieldsBelow({ properties = {}, required = [] }: JsonSchema, prefix: string): readonly FieldText[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const isRequired = required.includes(name)
    if (typeof property === 'boolean') return [{ path, type: 'JSON', isRequired }]
    if (property.properties !== undefined) {
      return [{ path, type: 'object', isRequired }, ...fieldsBelow(property, `${path}.`)]
    }
    const items = itemsOf(property)
    if (items?.properties !== undefined) {
      return [{ path, type: `object[]${sizeText(property)}`, isRequired }, ...fieldsBelow(items, `${path}[].`)]
    }
    return [{ path, type: typeText(property), isRequired }]
  })
}

/** A schema in the notation of TypeScript's types, with its limits in words. */
function typeText(schema: JsonSchema): string {
  const choices = choicesOf(schema)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (choices !== undefined) return [...new Set(choices.map(typeTextOf))].join(' | ')
  switch (schema.type) {
    case 'object':
      return objectText(schema)
    case 'array': {
      const items = itemsOf(schema)
      const text = items === undefined ? 'JSON' : typeText(items)
      const isUnion = items !== undefined && (choicesOf(items) !== undefined || items.enum !== undefined)
      return `${isUnion ? `(${text})` : text}[]${sizeText(schema)}`
    }
    case 'string':
    case 'integer':
    case 'number':
      return `${schema.type}${limitsText(schema)}`
    case 'boolean':
    case 'null':
      return schema.type
    default:
      // Any JSON value: the schema says nothing, or refers to itself.
      return 'JSON'
  }
}

function typeTextOf(schema: JsonSchema | boolean): string {
  return typeof schema === 'boolean' ? 'JSON' : typeText(schema)
}

function choicesOf(schema: JsonSchema): readonly (JsonSchema | boolean)[] | undefined {
  // A union of plain types is written as a list of their names.
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ type }))
  return schema.anyOf ?? schema.oneOf
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, property]) => `${name}${required.includes(name) ? '' : '?'}: ${typeTextOf(property)}`,
  )
  if (fields.length > 0) return `{${fields.join(', ')}}`
  return typeof additionalProperties === 'object' ? `{[name]: ${typeText(additionalProperties)}}` : '{}'
}

function sizeText({ minItems, maxItems }: JsonSchema): string {
  return rangeText(minItems, maxItems, '')
}

function limitsText({ pattern, minLength, maxLength, minimum, maximum }: JsonSchema): string {
  if (pattern !== undefined) return ` matching ${pattern}`
  if (minLength !== undefined || maxLength !== undefined) return rangeText(minLength, maxLength, ' characters')
  // Every integer of zod has the safe integers as its bounds: those are no limit of ours.
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  return rangeText(low, high, '')
}

function rangeText(low: number | undefined, high: number | undefined, unit: string): string {
  if (low !== undefined && high !== undefined) return ` (${low} to ${high}${unit})`
  if (low !== undefined) return ` (at least ${low}${unit})`
  return high === undefined ? '' : ` (at most ${high}${unit})`
}
