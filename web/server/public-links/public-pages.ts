import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { PublicChoices } from '@tidemark/shared/public-links/public-choices'
import type { PublicPageForm } from '../documents/document-messages'
import type { DocumentService } from '../documents/document-service'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { AccountDatabase } from '../store/accounts/account-database'
import type { FoundLink, LinkRights } from './link-rights'
import { targetOf } from './public-link-row'

/** A page as it is sent. */
export interface PublicPage {
  readonly html: Buffer
  readonly gzipped: Buffer
}

export interface PublicPageRequest extends Pick<PublicPageForm, 'path' | 'look' | 'locale' | 'fields' | 'signed'> {
  readonly found: FoundLink
  readonly choices: PublicChoices
  /** Returns the link's actor as the reader who asks. */
  readonly asReader: (actor: Actor) => Actor
  /** Called before a page is drawn anew; throws to refuse that. */
  readonly beforeDrawing: () => void
}

/** Draws the pages of links, keeps them for as long as a link says, and counts who reads them. */
export interface PublicPages {
  /** Returns the actor of a link; null if it has stopped. Decided anew whenever the workspace has changed. */
  actorOf(found: FoundLink): Promise<Actor | null>
  /**
   * Returns a page for a link's actor. Equal requests at the same time share one drawing. Fails like
   * `DocumentService.makePage`.
   */
  get(actor: Actor, request: PublicPageRequest): Promise<PublicPage>
  countUse(linkId: string): void
  close(): Promise<void>
}

interface PublicPagesOptions {
  readonly rights: LinkRights
  readonly database: AccountDatabase
  readonly documents: Pick<DocumentService, 'makePage'>
  readonly log: Logger
  readonly clock: () => number
}

interface KeptPage extends PublicPage {
  readonly at: number
}

interface KeptActor {
  readonly version: number
  readonly maker: string
  readonly actor: Actor | null
}

const maxPagesBytes = 64 * 1024 * 1024
const maxActors = 2000
const countEveryMs = 5_000

const compress = promisify(gzip)

export function createPublicPages({ rights, database, documents, log, clock }: PublicPagesOptions): PublicPages {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxPagesBytes,
    sizeCalculation: ({ html, gzipped }) => html.byteLength + gzipped.byteLength,
  })
  const actors = new LRUCache<string, KeptActor>({ max: maxActors })
  const drawing = new Map<string, Promise<KeptPage>>()
  let uses = new Map<string, { readonly count: number; readonly at: number }>()

  const draw = async (actor: Actor, request: PublicPageRequest): Promise<KeptPage> => {
    const { found, path, look, choices, locale, fields, signed, asReader } = request
    const { row } = found
    const { bytes } = await documents.makePage(
      actor,
      {
        target: targetOf(row),
        page: {
          locale,
          path,
          look,
          choices: choices.values.toString(),
          tab: choices.tab,
          rows: choices.rows,
          fields,
          signed,
          maxAgeMs: row.fresh_seconds * 1000,
        },
      },
      // Whoever asks for the same page waits for this drawing, so that nobody's leaving ends it.
      new AbortController().signal,
      async () => {
        const present = await rights.findById(row.id)
        const now = present === undefined ? null : await rights.actorOf(present)
        if (now === null) throw new TidemarkError('forbidden')
        return asReader(now)
      },
    )
    const html = Buffer.from(bytes)
    return { html, gzipped: await compress(html), at: clock() }
  }

  const writeUses = async () => {
    const written = uses
    uses = new Map()
    for (const [id, { count, at }] of written)
      await database
        .updateTable('public_link')
        .set((row) => ({ use_count: row('use_count', '+', count), last_used_at: at }))
        .where('id', '=', id)
        .execute()
  }
  const timer = setInterval(() => {
    if (uses.size > 0)
      writeUses().catch((thrown: unknown) => logFailure(log, thrown, {}, 'Uses of links were not counted.'))
  }, countEveryMs)
  timer.unref()

  return {
    actorOf: async (found) => {
      const { row } = found
      const version = await rights.versionOf(row.org)
      const maker = JSON.stringify(found.maker)
      const kept = actors.get(row.id)
      if (kept !== undefined && kept.version === version && kept.maker === maker) return kept.actor
      const actor = await rights.actorOf(found)
      actors.set(row.id, { version, maker, actor })
      return actor
    },

    get: async (ofLink, request) => {
      const { row } = request.found
      const { path, look, locale, fields, signed } = request
      const { values, tab, rows } = request.choices
      const actor = request.asReader(ofLink)
      const key = JSON.stringify([row.id, actor, path, fields, signed, values.toString(), tab, rows, locale, look])
      const kept = pages.get(key)
      if (kept !== undefined && clock() - kept.at < row.fresh_seconds * 1000) return kept
      const running = drawing.get(key)
      if (running !== undefined) return running
      request.beforeDrawing()
      const drawn = draw(actor, request).finally(() => drawing.delete(key))
      drawing.set(key, drawn)
      const page = await drawn
      pages.set(key, page)
      return page
    },

    countUse: (linkId) => {
      uses.set(linkId, { count: (uses.get(linkId)?.count ?? 0) + 1, at: clock() })
    },

    close: async () => {
      clearInterval(timer)
      await writeUses()
    },
  }
}
