import type { AlertService } from './alerts/alert-service'
import type { Config } from './base/config'
import type { ConnectionService } from './connectors/connection-service'
import type { DatabaseFiles } from './connectors/database-files'
import type { DraftService } from './dashboard-drafts/draft-service'
import type { DatasetService } from './datasets/dataset-service'
import type { DatasetsInPlace } from './datasets/files/datasets-in-place'
import type { FoldersInPlace } from './datasets/files/folders-in-place'
import type { HistoryService } from './history/history-service'
import type { OfflineBuild } from './base/offline-build'
import type { ImageService } from './images/image-service'
import type { Logger } from './observability/log'
import type { PublicLinks } from './public-links/open-public-links'
import type { PresenceService } from './presence/presence-service'
import type { WebhookService } from './jobs/deliveries/webhook-service'
import type { JobService } from './jobs/job-service'
import type { DocumentService } from './documents/document-service'
import type { ExportService } from './query/export/export-service'
import type { QueryService } from './query/run/query-service'
import type { TextBudget } from './base/text-budget'
import type { DataChangeService } from './sync/data-changes'
import type { PokeHub } from './sync/poke-hub'
import type { SubscriptionService } from './subscriptions/subscription-service'
import type { SyncService } from './sync/sync-service'
import type { TeamServices } from './team/team-services'

/**
 * The services that the host creates once and the whole process shares. Next bundles its pages separately from the
 * host, so both find them under one well-known symbol on `globalThis`. This way pages never import a native module.
 */
export interface Services {
  readonly config: Config
  readonly log: Logger
  /** The id of this store. A browser keeps the data synced from different stores apart by it. */
  readonly storeId: string
  readonly sync: SyncService
  readonly queries: QueryService
  readonly exports: ExportService
  readonly documents: DocumentService
  readonly dashboardDrafts: DraftService
  readonly datasets: DatasetService
  readonly connections: ConnectionService
  readonly databaseFiles: DatabaseFiles
  readonly foldersInPlace: FoldersInPlace
  readonly datasetsInPlace: DatasetsInPlace
  readonly dataChanges: DataChangeService
  readonly presence: PresenceService
  readonly history: HistoryService
  readonly images: ImageService
  readonly jobs: JobService
  readonly webhooks: WebhookService
  readonly subscriptions: SubscriptionService
  readonly alerts: AlertService
  /** Null in local mode, where nobody signs in. */
  readonly team: TeamServices | null
  /** Null in local mode, where nobody signs in and nobody else reads. */
  readonly publicLinks: PublicLinks | null
  readonly pokes: PokeHub
  /** Null in local mode, where nobody else waits. */
  readonly textBudget: TextBudget | null
  /** The build that lets browsers start while this server is unreachable; null in development. */
  readonly offlineBuild: OfflineBuild | null
  health(): Promise<Health>
  /** Finishes running work, then closes the engine and the store. Can be called twice. */
  close(): Promise<void>
}

export interface Health {
  readonly status: 'ok' | 'degraded'
  readonly version: string
  readonly store: 'ok' | 'failed'
  readonly engine: 'ok' | 'starting' | 'failed'
}

const servicesSymbol = Symbol.for('tidemark.services')

export function setServices(services: Services): void {
  Reflect.set(globalThis, servicesSymbol, services)
}

/** Throws when the process was not started by the Tidemark host (`next dev` or Next's own server). */
export function mustGetServices(): Services {
  const services: unknown = Reflect.get(globalThis, servicesSymbol)
  if (services === undefined)
    throw new Error('the Tidemark host did not start this process: run `npm start` or `npm run dev`')
  // Only setServices writes under this symbol.
  return services as Services
}
