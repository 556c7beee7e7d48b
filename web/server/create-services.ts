import { join } from 'node:path'
import { everyone, localOwner, type Actor } from '@tidemark/shared/access/actor'
import { maxUploadBytes } from '@tidemark/shared/datasets/upload'
import { openAlerts } from './alerts/open-alerts'
import type { Config } from './base/config'
import { parseConnectionHosts } from './base/connection-reach'
import { createConnectionService } from './connectors/connection-service'
import { createConnectorRegistry } from './connectors/connector-registry'
import { createConnectors } from './connectors/create-connector'
import { databasesFolder, openDatabaseFiles } from './connectors/database-files'
import { removeUnusedDatabases } from './connectors/remove-unused-databases'
import { createDocumentService } from './documents/document-service'
import { createDraftService } from './dashboard-drafts/draft-service'
import { createVersionCleaner } from './datasets/files/clean-versions'
import { createDatasetService } from './datasets/dataset-service'
import { createDatasetsInPlace } from './datasets/files/datasets-in-place'
import { openFileStore } from './datasets/files/file-store'
import { openFoldersInPlace } from './datasets/files/folders-in-place'
import { scheduleVersionCleaning } from './datasets/files/forget-earlier-files'
import { forkPort } from './engine/process/child-port'
import type { OpenProcess } from './engine/process/process-port'
import { startEnginePool, teamEngines, type EnginePool } from './engine/process/engine-pool'
import { createHistoryService } from './history/history-service'
import { createTextBudget, defaultTextBytesPerMinute } from './base/text-budget'
import { createImageService } from './images/image-service'
import { imagesFolder, openImageStore } from './images/image-store'
import { scheduleImageRemoval } from './images/remove-unused-images'
import { scheduleBackups } from './operations/schedule-backups'
import { openJobs } from './jobs/open-jobs'
import { createLogger } from './observability/log'
import { logFailure } from './observability/log-failure'
import { readOfflineBuild } from './base/offline-build'
import { createPresenceHub } from './presence/presence-hub'
import { createPresenceService } from './presence/presence-service'
import { createCategoryHueStore } from './query/plan/category-hue-store'
import { createExportService } from './query/export/export-service'
import { createRefusalCache } from './query/plan/over-readable'
import { createQueryService } from './query/run/query-service'
import { createExportsElsewhere, type ExportNotice } from './query/export/export-notice'
import { stopAsTold, type StopNotice } from './query/run/stop-notice'
import { installSampleFiles } from './sample/install-sample-files'
import { installSampleWorkspace } from './sample/install-sample-workspace'
import { openFileSecretStore } from './secrets/file-secret-store'
import { openKeyRing, type KeyRing } from './secrets/key-ring'
import type { SecretStore } from './secrets/secret-store'
import { tellLockedSecrets } from './secrets/tell-locked-secrets'
import type { Health, Services } from './services'
import { isStoreReadable } from './operations/is-store-readable'
import { openStore } from './store/open-store'
import type { Store } from './store/store'
import { openSubscriptions } from './subscriptions/open-subscriptions'
import { openCommentMail } from './comments/open-comment-mail'
import { createDataChanges, tellingDataChanges } from './sync/data-changes'
import { openPokes } from './pokes/open-pokes'
import { createSyncService } from './sync/sync-service'
import { stampKeyOf } from './sync/withheld-sql'
import { scheduleTombstoneCollection } from './sync/collect-tombstones'

interface Folders {
  /** The folder with the built programs that run in their own processes. */
  readonly serverDir: string
  readonly webDir: string
  readonly isDevelopment: boolean
  /** Starts a program of `serverDir`; the desktop app passes its own. */
  readonly openProcess?: OpenProcess
  /** Receives the link that creates the first owner, in team mode on a server without accounts. */
  readonly showSetUpLink?: (link: string) => void
}

/**
 * Opens the data folder and starts all services. Fails with the store's own errors (`store-locked`, `store-corrupt`,
 * `store-newer`, `disk-full`), `lock-damaged`, `installation-damaged` or `data-folder-unusable`, and then leaves
 * nothing running.
 */
export async function createServices(
  config: Config,
  { serverDir, webDir, isDevelopment, openProcess = forkPort, showSetUpLink = () => undefined }: Folders,
): Promise<Services> {
  const log = createLogger(config.logLevel)
  const { store, storeId } = await openStore(config, log)
  const presenceHub = createPresenceHub({ clock: () => Date.now() })
  // The services that these callbacks need are created further down, so they do nothing until then.
  let stopHere: (notice: StopNotice) => void = () => undefined
  let hearExport: (notice: ExportNotice) => void = () => undefined
  let hearDataChange: (orgId: string) => void = () => undefined
  const { pokes, tellPresence, tellStop, tellExport, closeFeed } = await openPokes(
    config,
    log,
    presenceHub.receive,
    (notice) => stopHere(notice),
    (notice) => hearExport(notice),
  ).catch(async (thrown: unknown) => {
    await store.close()
    throw thrown
  })
  try {
    const files = await openFileStore(join(config.dataDir, 'datasets'), { isShared: config.filesShared })
    const clock = () => Date.now()
    const sampleFolder = join(webDir, 'sample-data')
    const isTeam = config.mode !== 'local'
    const isChartHost = config.mode === 'chart'
    if (!isTeam) {
      await installSampleWorkspace({
        store,
        files,
        sampleFolder,
        actor: localOwner,
        at: clock(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
    }
    const stampKey = stampKeyOf(config.secret ?? '')
    const present = isTeam ? (await import('./team/members/present-actor')).presentActor : undefined
    const bytesPerHour = isTeam ? config.changesMbPerHour * 1_000_000 : undefined
    const sync = createSyncService({ store, pokes, log, clock, presentActor: present, bytesPerHour, stampKey })
    const stopCollecting = isChartHost ? () => undefined : scheduleTombstoneCollection({ store, log, clock })
    const inPlace = openFoldersInPlace(config.folders, (folder, err) =>
      logFailure(log, err, { folder }, 'A folder of TIDEMARK_FOLDERS is not there.'),
    )
    const databaseFiles = openDatabaseFiles({
      folder: join(config.dataDir, databasesFolder),
      inPlace,
      maxBytes: maxUploadBytes,
    })
    const images = openImageStore(join(config.dataDir, imagesFolder))
    const stopRemovingImages = isChartHost
      ? () => undefined
      : scheduleImageRemoval({ tables: store.tables, images, log, clock })
    const versions = createVersionCleaner({ sync, files, log, readers: () => readersOfAll(config, store) })
    const stopBackups = scheduleBackups({
      dataDir: config.dataDir,
      kept: config.backups,
      version: config.version,
      log,
      clock,
      entryPath: join(serverDir, 'backup-process.js'),
    })
    const stopCleaning = isChartHost ? () => undefined : scheduleVersionCleaning({ store, pokes, log, clock, versions })
    // If several servers share the files, another one may be about to write the entry of a file that seems unused.
    if (!config.filesShared) {
      await versions.removeUnnamed()
      await removeUnusedDatabases({ sync, files: databaseFiles, log, actors: await readersOfAll(config, store) })
    }
    const keys = openKeyRing(config.dataDir, config.secret, config.oldSecrets)
    const secrets = isTeam ? await openSecretsInStore(store, keys) : await openFileSecretStore(config.dataDir, keys)
    await tellLockedSecrets(secrets, { log, mode: config.mode })
    const jobs = await openJobs({ config, store, secrets, log, clock })
    const createConnector = createConnectors({
      files: databaseFiles,
      openProcess,
      sqliteEntryPath: join(serverDir, 'sqlite-process.js'),
      reach: parseConnectionHosts(config.connectionHosts, config.mode),
    })
    const connectors = createConnectorRegistry(secrets, createConnector)
    const refusals = createRefusalCache({ clock, onMore: (orgId, id) => connections.forgetSchema(orgId, id) })
    const onSchema = refusals.learn
    const connections = createConnectionService({ sync, secrets, connectors, createConnector, clock, onSchema })
    const dataSync = tellingDataChanges(sync, (orgId) => hearDataChange(orgId))
    const dataChanges = createDataChanges({ sync: dataSync, log, clock })
    const engine = startEnginePool({
      entryPath: join(serverDir, 'engine-process.js'),
      tempDir: join(config.dataDir, 'tmp', 'engine'),
      dataDir: config.dataDir,
      log,
      openProcess,
      ...(isTeam ? teamEngines(config.engines) : { maxProcesses: 1, idleMs: null, parseLimitMs: null }),
    })
    const queries = createQueryService({
      engine,
      connections,
      sync,
      categoryHues: createCategoryHueStore(store.tables, log),
      dataPath: files.dataPath,
      log,
      tellStop,
      refusals,
    })
    const exportsElsewhere = createExportsElsewhere(tellExport)
    const exports = createExportService({
      engine,
      connections,
      sync,
      dataPath: files.dataPath,
      log,
      tellStop,
      // Without a shared database this instance is the only one.
      ...(config.databaseUrl === undefined ? {} : { elsewhere: exportsElsewhere }),
      formatterPath: join(serverDir, 'export-format-process.js'),
    })
    hearExport = (notice) => exportsElsewhere.hear(notice, exports.stateHere)
    stopHere = (notice) => stopAsTold(notice, queries, exports)
    const datasets = createDatasetService({
      sync: dataSync,
      files,
      openProcess,
      importEntryPath: join(serverDir, 'import-process.js'),
      clock,
      retire: versions.retire,
    })
    const datasetsInPlace = createDatasetsInPlace({
      sync,
      datasets,
      folders: inPlace,
      log,
      everyMs: config.folders.length === 0 ? null : 3_000,
    })
    const pictures = createImageService({ sync, images })
    const team = isTeam
      ? await (
          await import('./team/accounts/open-team')
        ).openTeam({
          config,
          store,
          pokes,
          log,
          clock,
          mailer: jobs.mailer,
          installSampleFiles: () => installSampleFiles(files, sampleFolder),
          showSetUpLink,
        })
      : null
    const documents = createDocumentService({
      sync,
      queries,
      images: pictures,
      log,
      clock,
      drawerPath: join(serverDir, 'document-process.js'),
    })
    const { secret, publicUrl } = config
    const publicLinks =
      isChartHost || secret === undefined || publicUrl === undefined || !isTeam
        ? null
        : (await import('./public-links/open-public-links')).openPublicLinks({
            store,
            sync,
            pokes,
            documents,
            images: pictures,
            secret,
            publicUrl,
            scriptsDir: join(serverDir, 'embed'),
            secrets,
            log,
            clock,
          })
    const subscriptions = await openSubscriptions({ config, store, jobs, sync, documents, exports, clock })
    const alerts = await openAlerts({ config, store, jobs, sync, queries, log, clock })
    hearDataChange = alerts.hearDataChange
    const comment = await openCommentMail({ config, store, jobs, sync, clock })
    jobs.start(
      { subscription: subscriptions.handler, alert: alerts.handler, comment },
      async (orgId, id) => (await subscriptions.findSentTo(orgId, id)) ?? (await alerts.findSentTo(orgId, id)),
      subscriptions.tellUndelivered,
    )
    log.info({ dataDir: config.dataDir, mode: config.mode }, 'The data folder is open.')
    return {
      config,
      log,
      storeId,
      sync,
      queries,
      exports,
      documents,
      dashboardDrafts: createDraftService({ queries, connections, sync }),
      datasets,
      connections,
      databaseFiles,
      foldersInPlace: inPlace,
      datasetsInPlace,
      dataChanges,
      presence: createPresenceService({ hub: presenceHub, sync, tellOthers: tellPresence }),
      history: createHistoryService({ store, stampKey }),
      images: pictures,
      jobs: jobs.service,
      webhooks: jobs.webhooks,
      subscriptions: subscriptions.service,
      alerts: alerts.service,
      team,
      publicLinks,
      pokes,
      textBudget: isTeam ? createTextBudget(defaultTextBytesPerMinute, clock) : null,
      offlineBuild: isDevelopment || isChartHost ? null : readOfflineBuild({ serverDir, webDir }),
      health: () => healthOf(config, store, engine),
      close: async () => {
        datasetsInPlace.close()
        await jobs.close()
        stopBackups()
        stopCleaning()
        stopRemovingImages()
        versions.close()
        await dataChanges.close()
        presenceHub.close()
        pokes.close()
        stopCollecting()
        await connectors.close()
        await engine.close()
        await publicLinks?.close()
        await documents.close()
        await team?.close()
        await closeFeed()
        await store.close()
      },
    }
  } catch (thrown) {
    await closeFeed()
    await store.close()
    throw thrown
  }
}

/** Returns one actor per workspace, who can see all of its datasets. */
async function readersOfAll({ mode }: Config, store: Store): Promise<readonly Actor[]> {
  if (mode === 'local') return [localOwner]
  const { openAccountDatabase } = await import('./store/accounts/account-database')
  const orgs = await openAccountDatabase(store.tables).selectFrom('organization').select('id').execute()
  return orgs.map(({ id }) => ({ ...localOwner, orgId: id, audiences: [everyone] }))
}

async function openSecretsInStore(store: Store, keys: KeyRing): Promise<SecretStore> {
  const [{ openAccountDatabase }, { openTableSecretStore }] = await Promise.all([
    import('./store/accounts/account-database'),
    import('./secrets/table-secret-store'),
  ])
  return await openTableSecretStore(openAccountDatabase(store.tables), keys)
}

async function healthOf(config: Config, store: Store, engine: EnginePool): Promise<Health> {
  const storeState = (await isStoreReadable(store)) ? 'ok' : 'failed'
  // An engine that is restarting is no reason to take the server out of service.
  const isWell = storeState === 'ok' && engine.state !== 'failed'
  return { status: isWell ? 'ok' : 'degraded', version: config.version, store: storeState, engine: engine.state }
}
