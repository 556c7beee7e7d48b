import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { DocumentService } from '../documents/document-service'
import type { ImageService } from '../images/image-service'
import type { Logger } from '../observability/log'
import type { SecretStore } from '../secrets/secret-store'
import { openAccountDatabase } from '../store/accounts/account-database'
import type { Store } from '../store/store'
import type { PokeHub } from '../sync/poke-hub'
import type { SyncService } from '../sync/sync-service'
import { scryptHashing, type PasswordHashing } from '../team/accounts/create-auth'
import { createPublicAnswer, type AnswerPublicPage } from './answer-public-page'
import { createCheckSignature } from './check-signature'
import { createEmbedKeys, type EmbedKeyService } from './embed-keys'
import { createLinkPasswords } from './link-password'
import { createLinkRights } from './link-rights'
import { createPublicLinkService, type PublicLinkService } from './public-link-service'
import { createPublicPages } from './public-pages'

/** Pages for readers without an account. Local mode has none. */
export interface PublicLinks {
  readonly links: PublicLinkService
  readonly keys: EmbedKeyService
  readonly answer: AnswerPublicPage
  /** Writes what is counted. */
  close(): Promise<void>
}

interface PublicLinksOptions {
  readonly store: Store
  readonly sync: Pick<SyncService, 'readView'>
  readonly pokes: PokeHub
  readonly documents: Pick<DocumentService, 'makePage'>
  readonly images: Pick<ImageService, 'read'>
  readonly secrets: SecretStore
  readonly secret: string
  readonly publicUrl: string
  /** The folder with the scripts of embeds. */
  readonly scriptsDir: string
  readonly log: Logger
  readonly clock: () => number
  readonly hashing?: PasswordHashing
}

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

export function openPublicLinks(options: PublicLinksOptions): PublicLinks {
  const {
    store,
    sync,
    pokes,
    documents,
    images,
    secrets,
    secret,
    publicUrl,
    scriptsDir,
    log,
    clock,
    hashing = scryptHashing,
  } = options
  const database = openAccountDatabase(store.tables)
  const rights = createLinkRights({ store, database, sync })
  const context = { store, pokes, clock, database }
  const keys = createEmbedKeys({ context, secrets })
  const pages = createPublicPages({ rights, database, documents, log, clock })
  return {
    links: createPublicLinkService({ context, rights, sync, hashing }),
    keys,
    answer: createPublicAnswer({
      rights,
      pages,
      images,
      passwords: createLinkPasswords(secret),
      checkSignature: createCheckSignature({ rights, secrets: keys, clock }),
      hashing,
      database,
      isSecure: publicUrl.startsWith('https:'),
      readFile: (name) => readFile(name === 'inter.woff2' ? fontFile : join(scriptsDir, name)),
      log,
      clock,
    }),
    close: () => pages.close(),
  }
}
