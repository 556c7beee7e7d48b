import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { assignHues, categoriesOf } from '@tidemark/shared/charts/plot/colors/assign-colors'
import type { CategoryHues, ColorBy } from '@tidemark/shared/query/category-hues'
import type { ResultData } from '@tidemark/shared/query/run-query'
import type { EngineResult } from '@/server/engine/process/engine-messages'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import type { SqlTables } from '@/server/store/sql-tables'

/** Stores the hues that a workspace assigns to the values of its columns. */
export interface CategoryHueStore {
  /**
   * Returns the hues of an answer's values and assigns permanent ones to new values. undefined if there are none or the
   * store fails, since no answer must wait for its colours.
   */
  of(orgId: string, colorBy: ColorBy, result: EngineResult): Promise<CategoryHues | undefined>
}

/** A larger answer is not parsed, because that would delay other requests; its chart chooses colours itself. */
const mostReadBytes = 2 * 1024 ** 2
/** Limits on stored values, because SQL can generate any number of names. */
const mostOfColumn = 1_000
const mostOfWorkspace = 100_000

const rowSchema = z.object({ category: z.string(), hue: z.int() })
const countSchema = z.object({ count: z.coerce.number() })

export function createCategoryHueStore(tables: SqlTables, log: Logger): CategoryHueStore {
  const placeholder = (index: number) => (tables.engine === 'sqlite' ? '?' : `$${index}`)
  const readKnown = async (orgId: string, column: string): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await tables.read(
      `SELECT category, hue FROM category_hue WHERE org = ${placeholder(1)} AND column_name = ${placeholder(2)}`,
      [orgId, column],
      'category-hues',
    )
    return new Map(rows.map((row) => rowSchema.parse(row)).map(({ category, hue }) => [category, hue]))
  }
  const countAll = async (orgId: string): Promise<number> => {
    const { rows } = await tables.read(
      `SELECT count(*) AS count FROM category_hue WHERE org = ${placeholder(1)}`,
      [orgId],
      'category-hue-count',
    )
    return countSchema.parse(rows[0]).count
  }
  const add = async (orgId: string, column: string, hues: readonly (readonly [string, number])[]): Promise<void> => {
    const places = hues.map((_, row) => `(${[1, 2, 3, 4].map((at) => placeholder(row * 4 + at)).join(', ')})`)
    await tables.write(
      `INSERT INTO category_hue (org, column_name, category, hue) VALUES ${places.join(', ')} ON CONFLICT DO NOTHING`,
      hues.flatMap(([category, hue]) => [orgId, column, category, hue]),
    )
  }

  const addNew = async (orgId: string, column: string, categories: readonly string[]) => {
    const known = await readKnown(orgId, column)
    const room = Math.min(mostOfColumn - known.size, mostOfWorkspace - (await countAll(orgId)))
    const added = [...assignHues(categories, known)]
      .filter(([category]) => !known.has(category))
      .slice(0, Math.max(0, room))
    if (added.length === 0) return known
    await add(orgId, column, added)
    // Another server may have assigned hues meanwhile.
    return readKnown(orgId, column)
  }

  let lastAdded: Promise<unknown> = Promise.resolve()
  /**
   * Returns the hues by fingerprint. New ones are assigned one after another: concurrent answers, as of a dashboard,
   * would otherwise give different categories the same hue.
   */
  const huesOf = async (orgId: string, column: string, categories: readonly string[]) => {
    const known = await readKnown(orgId, column)
    if (categories.every((category) => known.has(category))) return known
    const addInTurn = () => addNew(orgId, column, categories)
    const added = lastAdded.then(addInTurn, addInTurn)
    lastAdded = added
    return added
  }

  const answer: CategoryHueStore['of'] = async (orgId, colorBy, { members }) => {
    if (members.byteLength > mostReadBytes) return undefined
    // The engine and the connectors always write this form.
    const data = JSON.parse(`{${Buffer.from(members).toString()}}`) as Pick<ResultData, 'fields' | 'columns'>
    const named = categoriesOf(data, colorBy).map((category) => [category, fingerprintOf(category)] as const)
    if (named.length === 0) return undefined
    const hues = await huesOf(
      orgId,
      fingerprintOf(colorBy.column),
      named.map(([, print]) => print),
    )
    return {
      column: colorBy.column,
      hues: named.flatMap(([category, print]) => {
        const hue = hues.get(print)
        return hue === undefined ? [] : [[category, hue] satisfies [string, number]]
      }),
    }
  }

  /** Caches the hues of cached answers, by workspace and column. */
  const answersByResult = new WeakMap<EngineResult, Map<string, Promise<CategoryHues | undefined>>>()
  return {
    of: (orgId, colorBy, result) => {
      const answers = answersByResult.get(result) ?? new Map<string, Promise<CategoryHues | undefined>>()
      answersByResult.set(result, answers)
      const key = JSON.stringify([orgId, colorBy])
      const known = answers.get(key)
      if (known !== undefined) return known
      const asked = answer(orgId, colorBy, result).catch((thrown: unknown) => {
        answers.delete(key)
        logFailure(log, thrown, { orgId }, 'The colours of an answer could not be read or kept.')
        return undefined
      })
      answers.set(key, asked)
      return asked
    },
  }
}

/** Hashes a name, so that the store contains no values of people's data. */
function fingerprintOf(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 16)
}
