import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@/server/base/config'
import { createServices } from '@/server/create-services'
import type { OpenProcess } from '@/server/engine/process/process-port'
import { setServices, type Services } from '@/server/services'
import { bundlePrograms } from '../engine/bundle-fixture'
import { createTeamCalls, publicUrl, type TeamCalls } from './team-test-bed'

const webDir = fileURLToPath(new URL('../../web', import.meta.url))

/** All services of a team's server on SQLite, with its engines and imports in processes of their own. */
export interface TeamServerBed extends TeamCalls {
  readonly services: Services
  /** A temporary folder that holds the data folder. */
  readonly folder: string
  close(): Promise<void>
}

/**
 * Opens the server. openProcess: starts its processes, by default with `fork`. programs: further ones, by their paths in
 * `web/server`.
 */
export async function openTeamServerBed({
  openProcess,
  programs: others = [],
}: { readonly openProcess?: OpenProcess; readonly programs?: readonly string[] } = {}): Promise<TeamServerBed> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-team-server-'))
  const programs = await bundlePrograms([
    'engine/process/engine-process.ts',
    'datasets/import/import-process.ts',
    'query/export/export-format-process.ts',
    'connectors/sqlite/sqlite-process.ts',
    ...others,
  ])
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const config = readConfig({
    env: {
      TIDEMARK_MODE: 'team',
      TIDEMARK_PUBLIC_URL: publicUrl,
      TIDEMARK_SECRET: 'a secret of a test that is long enough',
      TIDEMARK_DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    installDir: folder,
    version: '0.0.0',
  })
  let setUpLink = ''
  const services = await createServices(config, {
    serverDir: programs.serverDir,
    webDir,
    isDevelopment: true,
    showSetUpLink: (link) => (setUpLink = link),
    ...(openProcess && { openProcess }),
  })
  setServices(services)
  return {
    services,
    folder,
    ...createTeamCalls(setUpLink),
    close: async () => {
      await services.close()
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
