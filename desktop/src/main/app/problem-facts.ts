import { app } from 'electron'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { OpenProfile } from '../profiles/open-profile'
import type { ServerState } from '../server/local-server'

interface FactSources {
  readonly open: OpenProfile | null
  readonly update: UpdateState | null
  readonly windowCount: number
  /** The network settings, without addresses. */
  readonly network: Readonly<Record<string, unknown>>
}

/** Collects the facts that a problem report holds besides the logs. */
export function problemFacts({ open, update, windowCount, network }: FactSources): Readonly<Record<string, unknown>> {
  return {
    version: app.getVersion(),
    isDesktopApp: true,
    isPackaged: app.isPackaged,
    platform: `${process.platform} ${process.arch} ${process.getSystemVersion?.() ?? ''}`,
    versions: process.versions,
    profile: open?.profile.kind ?? null,
    secrets: open?.local?.protection ?? null,
    server: describe(open?.local?.server.state ?? null),
    update,
    windows: windowCount,
    network,
  }
}

function describe(state: ServerState | null): unknown {
  return state?.kind === 'failed' ? { kind: state.kind, error: state.error.toBody() } : state
}
