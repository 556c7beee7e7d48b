import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { session as electronSession, type ProxyConfig, type Session } from 'electron'
import { preloadPath, serverFolder, teamPreloadPath } from '../app-paths'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { AuthorityStore } from '../network/authority-store'
import { trustAuthorities } from '../network/trust-authorities'
import { createPendingMirror, type PendingMirror } from '../pending-mirror'
import { setupSession } from '../security/secure-session'
import { setupTokenHeader } from '../security/token-header'
import { hostSettings } from '../server/host-environment'
import { startHostRun } from '../server/host-run'
import { createLocalServer, type LocalServer, type ServerState } from '../server/local-server'
import { findPortHolder, isPortFree } from '../server/port-holder'
import { partitionOf, type LocalProfile, type Profile, type TeamProfile } from './profile'
import { openProfileSecret, type SecretProtection } from './profile-secret'

/** A profile in use: its session and, for a profile of this computer, its server. */
export interface OpenProfile {
  readonly profile: Profile
  readonly folder: string
  readonly session: Session
  readonly preloadPath: string
  /** The origin of its pages; null while there is no server. */
  readonly origin: string | null
  readonly local: LocalParts | null
  /** Sets the proxy for pages of a team's server; does nothing for a profile of this computer. */
  useProxy(config: ProxyConfig): Promise<void>
  close(): Promise<void>
}

interface LocalParts {
  /** The data folder of the profile's server. */
  readonly dataFolder: string
  readonly server: LocalServer
  readonly mirror: PendingMirror
  readonly protection: SecretProtection
}

interface OpenOptions {
  readonly folder: string
  readonly log: Logger
  readonly serverLog: Logger
  readonly onState: (state: ServerState) => void
  readonly isReportingAllowed: boolean
  /** Continues without the secret that is sealed in the system's keychain. */
  readonly isWithoutKeychain: boolean
}

/**
 * Opens a profile of this computer; the caller starts its server. Fails if its folder cannot be written or its keychain
 * is locked.
 */
export async function openLocalProfile(
  profile: LocalProfile,
  { folder, log, serverLog, onState, isReportingAllowed, isWithoutKeychain }: OpenOptions,
): Promise<OpenProfile> {
  const { secret, protection } = await openProfileSecret(folder, { log, isWithoutKeychain })
  const dataFolder = join(folder, 'data')
  const session = electronSession.fromPartition(partitionOf(profile))
  await session.setProxy({ mode: 'direct' })
  const token = randomBytes(32).toString('base64url')
  const server = createLocalServer({
    port: profile.port,
    startRun: (port) =>
      startHostRun({
        serverFolder: serverFolder(),
        settings: hostSettings(process.env, { port, dataDir: dataFolder, secret, isReportingAllowed }),
        token,
        log,
        onOutput: (line) => serverLog.info({}, line),
      }),
    isPortFree,
    findHolder: findPortHolder,
    onState,
  })
  const origin = () => (server.state.kind === 'ready' ? server.state.origin : lastOrigin)
  let lastOrigin: string | null = null
  setupSession(session, (asking) => asking === origin())
  setupTokenHeader(session, token, () => {
    // While the server restarts, pages go on sending requests to its last address.
    if (server.state.kind === 'ready') lastOrigin = server.state.origin
    return lastOrigin
  })
  return {
    profile,
    folder,
    session,
    preloadPath,
    get origin() {
      return server.state.kind === 'ready' ? server.state.origin : null
    },
    local: { dataFolder, server, mirror: createPendingMirror(join(folder, 'pending'), log), protection },
    useProxy: async () => undefined,
    close: () => server.stop(),
  }
}

interface TeamOptions {
  readonly folder: string
  readonly authorities: AuthorityStore
  readonly log: Logger
}

export function openTeamProfile(profile: TeamProfile, { folder, authorities, log }: TeamOptions): OpenProfile {
  const session = electronSession.fromPartition(partitionOf(profile))
  setupSession(session, (asking) => asking === profile.origin)
  trustAuthorities(session, new URL(profile.origin).hostname, authorities.authorities, log)
  return {
    profile,
    folder,
    session,
    preloadPath: teamPreloadPath,
    origin: profile.origin,
    local: null,
    useProxy: async (config) => {
      await session.setProxy(config)
      // Open connections would go on using the old proxy.
      await session.closeAllConnections()
    },
    close: async () => undefined,
  }
}
