import * as z from 'zod/mini'
import { err, ok, type Result } from '../base/result'
import { storedNameSchema } from '../base/name'
import { builderQuerySchema, questionColumnSchema } from '../builder/question'
import { maxChartName } from '../charts/chart'
import { defaultVisual, visualChangesSchema, type ChartVisual } from '../charts/chart-visual'
import { resultFilterSchema } from '../query/result-filter'

const conditionsSchema = z.array(resultFilterSchema).check(z.maxLength(50))

/**
 * A step from a mark of an answer to the next question. mark: the mark's conditions on what the question groups by. column: of
 * zooming in to the next level of a hierarchy; absent for the next grain of time.
 */
const stepSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('zoom'), mark: conditionsSchema, column: z.optional(questionColumnSchema) }),
  z.strictObject({ kind: z.literal('break-out'), mark: conditionsSchema, column: questionColumnSchema }),
  z.strictObject({ kind: z.literal('compare'), mark: conditionsSchema, measure: z.nullable(z.string()) }),
])
export type ExplorationStep = z.infer<typeof stepSchema>

export const mostSteps = 20

/**
 * A chart's question with the steps that somebody took from it. visual: what differs from the default drawing. filters:
 * those of the dashboard that it was begun from.
 */
export const explorationSchema = z.strictObject({
  name: storedNameSchema(maxChartName),
  query: builderQuerySchema,
  visual: visualChangesSchema,
  filters: conditionsSchema,
  steps: z.array(stepSchema).check(z.maxLength(mostSteps)),
})
export type Exploration = z.infer<typeof explorationSchema>

/** The most characters of an address that every server and chat takes. */
const longestAddress = 8000

/** Returns the fields of a drawing that are not the default. */
export function drawnVisual(visual: ChartVisual): Exploration['visual'] {
  const defaults: Readonly<Record<string, unknown>> = defaultVisual
  const entries = Object.entries(visual).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  )
  return visualChangesSchema.parse(Object.fromEntries(entries))
}

/** Returns the address of an exploration, or why it has none. */
export function explorationHref(exploration: Exploration): Result<string, string> {
  if (exploration.steps.length > mostSteps) return err(`A trail has at most ${mostSteps} steps.`)
  const bytes = new TextEncoder().encode(JSON.stringify(exploration))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const href = `/explore?q=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
  if (href.length <= longestAddress) return ok(href)
  return err('The question is too long for an address. Open it as a question instead.')
}

/** Parses the exploration in an address; null if there is none, or a damaged one. */
export function explorationInAddress(query: URLSearchParams): Exploration | null {
  const text = query.get('q') ?? ''
  if (text === '' || text.length > longestAddress || !/^[\w-]+$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return explorationSchema.safeParse(value).data ?? null
  } catch (thrown) {
    // Text that is no base64, no UTF-8 or no JSON.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError || thrown instanceof DOMException) return null
    throw thrown
  }
}
