import type { JsonValue } from '@tidemark/shared/base/json'
import { imageIdOf } from '@tidemark/shared/images/image'
import * as z from 'zod/mini'
import { scheduleDaily } from '../base/schedule-daily'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { SqlTables } from '../store/sql-tables'
import type { ImageStore } from './image-store'

interface Sweep {
  readonly tables: SqlTables
  readonly images: Pick<ImageStore, 'removeUnused'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

/**
 * The time for which a picture waits for its tile: it may have been sent by a browser that has been without a network
 * since. Whoever still has its bytes sends them again when they are missing.
 */
const unusedForMs = 90 * 24 * 3_600_000

/** Deletes pictures that no tile shows and no tile ever showed, because undo and history can bring any of those back. */
export async function removeUnusedImages({ tables, images, log, clock }: Sweep): Promise<void> {
  const removedCount = await images.removeUnused(clock() - unusedForMs, (orgId) => listUsedImages(tables, orgId))
  if (removedCount > 0) log.info({ removedCount }, 'Pictures that no dashboard ever showed were deleted.')
}

const rowSchema = z.object({ key: z.string(), value: z.string() })

async function listUsedImages(tables: SqlTables, orgId: string): Promise<ReadonlySet<string>> {
  const org = tables.engine === 'sqlite' ? '?' : '$1'
  const { rows } = await tables.read(
    `SELECT key, value FROM revision
     WHERE org = ${org} AND key >= 'tile/' AND key < 'tile0' AND value LIKE '%"kind":"image"%'`,
    [orgId],
  )
  const used = new Set<string>()
  for (const { key, value } of rows.map((row) => rowSchema.parse(row))) {
    const tile: JsonValue = JSON.parse(value)
    const id = imageIdOf(key, tile)
    if (id !== null) used.add(id)
  }
  return used
}

const firstAfterMs = 120_000

/** Deletes unused pictures two minutes after the start and then once a day. Returns a function that stops it. */
export function scheduleImageRemoval(sweep: Sweep): () => void {
  return scheduleDaily(() => {
    removeUnusedImages(sweep).catch((thrown: unknown) =>
      logFailure(sweep.log, thrown, {}, 'Pictures that no dashboard shows stay.'),
    )
  }, firstAfterMs)
}
