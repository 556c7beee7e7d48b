import { admins, everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { connectionAudience } from '@tidemark/shared/access/connection-access'
import { datasetAudience, type AccessDataset } from '@tidemark/shared/access/dataset-access'
import { folderAudience } from '@tidemark/shared/access/folder-access'
import { jsonEqual, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { commentPrefix } from '@tidemark/shared/comments/comment'
import { tabPrefix, tilePrefix, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { dataVersionKey } from '@tidemark/shared/data-versions/data-version'
import { datasetPrefix, placedDatasetSchema } from '@tidemark/shared/datasets/dataset'
import { filterPrefix } from '@tidemark/shared/filters/filter'
import { savedViewPrefix } from '@tidemark/shared/saved-views/saved-view'
import type { EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { audienceOfDatasets, audienceSourceOf, type DatasetPart } from '@tidemark/shared/sync/audience-of'
import { conceptOf, parseEntry } from '@tidemark/shared/sync/concepts'
import { columnPrefixOf, joinPrefix } from '@tidemark/shared/tables/table-settings'
import { auditAccess } from './audit-access'
import { queueCommentMail } from './queue-comment-mail'
import { hierarchyPrefixOf } from '@tidemark/shared/tables/hierarchy'
import type { LiveEntry, StoreWriteTx } from '../store/store'

/**
 * Buffers the writes of one mutation until `flush`, so that a refused mutation writes nothing. Entries outside the
 * actor's audiences appear not to exist.
 */
export class EntryBuffer implements EntryTx {
  readonly actor: Actor
  readonly #tx: StoreWriteTx
  readonly #audiences: ReadonlySet<string>
  /** The new value by key; null means a deletion. */
  readonly #writesByKey = new Map<string, JsonObject | null>()

  /** actor: with all their audiences in the transaction's state. */
  constructor(actor: Actor, tx: StoreWriteTx) {
    this.actor = actor
    this.#tx = tx
    this.#audiences = new Set(actor.audiences)
  }

  async get(key: string): Promise<JsonValue | undefined> {
    const written = this.#writesByKey.get(key)
    if (written !== undefined) return written ?? undefined
    const stored = await this.#tx.getEntry(key)
    return stored !== undefined && this.#audiences.has(stored.audience) ? (stored.value ?? undefined) : undefined
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    const valuesByKey = new Map<string, JsonValue>()
    for (const { key, value } of await this.#tx.scanEntries(prefix, this.actor.audiences)) valuesByKey.set(key, value)
    for (const [key, value] of this.#writesByKey) {
      if (!key.startsWith(prefix)) continue
      if (value === null) valuesByKey.delete(key)
      else valuesByKey.set(key, value)
    }
    return [...valuesByKey].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /**
   * Writes a value. Fails with `invalid-mutation` if it does not match the schema, and with `already-exists` if the key
   * belongs to other readers.
   */
  async set(key: string, value: JsonObject): Promise<void> {
    const stored = await this.#tx.getEntry(key)
    // A tombstone for other readers blocks the key too: they have not all heard of the deletion yet, and nobody else
    // may learn of the key.
    const isOfOthers = stored !== undefined && !this.#writesByKey.has(key) && !this.#audiences.has(stored.audience)
    if (isOfOthers && !(stored.value === null && (await this.#isRestoring(key, value, stored.audience))))
      throw new TidemarkError('already-exists', { detail: key })
    this.#writesByKey.set(key, parseEntry(key, await this.#withCreator(key, value, stored?.value ?? null)))
  }

  /**
   * Returns true if the actor restores an entry that they deleted, for the same readers. Nobody is a reader of a
   * deleted folder, not even its creator.
   */
  async #isRestoring(key: string, value: JsonObject, audience: string): Promise<boolean> {
    if ((await this.#audienceToBe(key, value)) !== audience) return false
    const [last] = await this.#tx.listPast(key, Number.MAX_SAFE_INTEGER, 1)
    return last?.value === null && last.userId === this.actor.userId
  }

  /** Returns the audience that a written entry gets from its place; undefined for a part of a missing dashboard. */
  async #audienceToBe(key: string, value: JsonObject): Promise<string | undefined> {
    const source = audienceSourceOf(key, value)
    if (source.kind === 'datasets') return this.#audienceOfDatasets(source.parts)
    if (source.kind !== 'dashboard') return this.#audienceOf(source)
    const written = this.#writesByKey.get(source.key)
    if (written !== undefined) return written === null ? undefined : this.#audienceToBe(source.key, written)
    const stored = await this.#tx.getEntry(source.key)
    return stored?.value ? stored.audience : undefined
  }

  async #audienceOfDatasets(parts: readonly DatasetPart[]): Promise<string> {
    const found = new Map<string, AccessDataset>()
    for (const { key } of parts) {
      const value = this.#writesByKey.get(key) ?? (await this.#tx.getEntry(key))?.value
      if (value) found.set(key, placedDatasetSchema.parse(value))
    }
    return audienceOfDatasets(parts, (key) => found.get(key))
  }

  /**
   * Sets who created an entry. A client that restores one sends its creator; another person's name is taken from the
   * stored history instead.
   */
  async #withCreator(key: string, value: JsonObject, stored: JsonObject | null): Promise<JsonObject> {
    const { createdBy, updatedAt } = value
    if (createdBy === undefined || (stored === null && createdBy === this.actor.userId)) return value
    const earlier = stored ?? (await this.#tx.listPast(key, Number.MAX_SAFE_INTEGER, 1))[0]?.previous
    const made = earlier ?? { createdAt: updatedAt, createdBy: this.actor.userId }
    return { ...value, createdAt: made.createdAt, createdBy: made.createdBy }
  }

  async del(key: string): Promise<void> {
    if ((await this.get(key)) !== undefined) this.#writesByKey.set(key, null)
  }

  /**
   * Writes all buffered values, each with the audience of its place. Returns whether a folder or dataset was written,
   * which can change who may read what. Fails with `not-found`, before any write, for a part of a missing dashboard.
   */
  async flush(): Promise<{ readonly hasChangedReaders: boolean }> {
    const audiencesByKey = new Map<string, string>()
    for (const [key, value] of this.#writesByKey) {
      if (value === null) continue
      const audience = await this.#audienceToBe(key, value)
      if (audience === undefined) throw new TidemarkError('not-found', { detail: dashboardOf(key, value) })
      audiencesByKey.set(key, audience)
    }
    for (const [key, value] of this.#writesByKey) {
      await auditAccess(this.#tx, this.actor, key, value)
      await queueCommentMail(this.#tx, this.actor, key, value)
      if (value === null) await this.#tx.deleteEntry(key)
      else await this.#write(key, value, audiencesByKey.get(key) ?? everyone)
    }
    const hasChangedReaders = [...this.#writesByKey.keys()].some(
      (key) => key.startsWith(folderPrefix) || key.startsWith(datasetPrefix),
    )
    this.#writesByKey.clear()
    return { hasChangedReaders }
  }

  async #write(key: string, value: JsonObject, audience: string): Promise<void> {
    const concept = conceptOf(key)
    const before = concept === 'dashboard' || concept === 'dataset' ? await this.#tx.getEntry(key) : undefined
    await this.#tx.putEntry(key, value, audience)
    if (before === undefined) return
    if (concept === 'dashboard' && before.audience !== audience) await this.#moveParts(key, audience)
    const isRestrictedAlike = jsonEqual(before.value?.['restricted'] ?? [], value['restricted'] ?? [])
    if (concept === 'dataset' && (before.audience !== audience || !isRestrictedAlike))
      await this.#movePartsOfDataset(key)
  }

  #audienceOf(
    source: Exclude<ReturnType<typeof audienceSourceOf>, { readonly kind: 'dashboard' | 'datasets' }>,
  ): string {
    switch (source.kind) {
      case 'everyone':
        return everyone
      case 'admins':
        return admins
      case 'author':
        return personalAudience(this.actor.userId)
      case 'person':
        return personalAudience(source.userId)
      case 'connection':
        return connectionAudience(source.connectionId)
      case 'data':
        return datasetAudience(source)
      case 'folder':
        return source.folderId === null ? everyone : folderAudience(source.folderId)
    }
  }

  /** Moves what concerns a dataset, whose readers have changed: its columns, joins, hierarchies and data version. */
  async #movePartsOfDataset(key: string): Promise<void> {
    const id = key.slice(datasetPrefix.length)
    for (const prefix of [columnPrefixOf(id), dataVersionKey(id), joinPrefix, hierarchyPrefixOf(id)]) {
      for (const part of (await this.#tx.listEntries(prefix)).filter((entry) => concerns(entry, key))) {
        const audience = await this.#audienceToBe(part.key, part.value)
        if (audience !== undefined && part.audience !== audience) await this.#tx.moveEntry(part.key, audience)
      }
    }
  }

  async #moveParts(dashboardKey: string, audience: string): Promise<void> {
    // The key is a dashboard's, so the part after the slash is its id.
    const id = dashboardKey.slice(dashboardKey.indexOf('/') + 1) as DashboardId
    for (const prefix of [tabPrefix(id), tilePrefix(id), filterPrefix(id), savedViewPrefix(id), commentPrefix(id)]) {
      for (const part of await this.#tx.listEntries(prefix)) {
        if (part.audience !== audience) await this.#tx.moveEntry(part.key, audience)
      }
    }
  }
}

/** Returns true if an entry concerns a dataset. key: of the dataset. */
function concerns(entry: LiveEntry, key: string): boolean {
  const source = audienceSourceOf(entry.key, entry.value)
  return source.kind === 'datasets' && source.parts.some((part) => part.key === key)
}

function dashboardOf(key: string, value: JsonObject): string {
  const source = audienceSourceOf(key, value)
  return source.kind === 'dashboard' ? source.key : key
}
