import type { Parameter } from './parameter'
import type { SqlTemplate } from './sql-template'

/**
 * Returns the parameters that a template mentions, in its order: as declared, otherwise as text, or as a range of dates
 * if its start or end is mentioned. A declaration without a mention has no effect.
 */
export function mentionedParameters(template: SqlTemplate, declared: readonly Parameter[]): readonly Parameter[] {
  const declaredByName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  const found = new Map<string, Parameter>()
  for (const { name } of template.mentions) {
    if (found.has(name)) continue
    const isRange = template.mentions.some((mention) => mention.name === name && mention.part !== null)
    found.set(name, declaredByName.get(name) ?? { name, type: isRange ? 'date-range' : 'text' })
  }
  return [...found.values()]
}
