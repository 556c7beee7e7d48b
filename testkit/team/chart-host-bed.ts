import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { bundlePrograms } from '../engine/bundle-fixture'
import { createTeamCalls, publicUrl, type TeamCalls } from './team-test-bed'
import { readConfig } from '@/server/base/config'
import { freePort } from '../connectors/free-port'
import { createServices } from '@/server/create-services'
import { setServices, type Services } from '@/server/services'
import { borrowTestDatabase, type TestDatabase } from '../store/postgres-test-database'

const webFolder = fileURLToPath(new URL('../../web', import.meta.url))
export const chartHostUrl = 'https://charts.tidemark.example'
export const secret = 'a secret of a test that is long enough'

interface Sent {
  /** A pass for the `Authorization` header. */
  readonly pass?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A web server in this process and a chart host in another one, on one PostgreSQL and one folder of datasets. */
export interface ChartHostBed extends TeamCalls {
  readonly services: Services
  readonly database: TestDatabase
  /**
   * Sends a request as through a proxy: with the chart host's name, and from our pages unless another Origin is given.
   */
  send(method: string, path: string, sent?: Sent): Promise<IncomingMessage>
  close(): Promise<void>
}

/** Opens both servers. Needs PostgreSQL. */
export async function openChartHostBed(): Promise<ChartHostBed> {
  const database = await borrowTestDatabase()
  const programs = await bundlePrograms([
    'main.ts',
    'engine/process/engine-process.ts',
    'datasets/import/import-process.ts',
    'query/export/export-format-process.ts',
  ])
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chart-host-'))
  const dataDirs = { web: join(folder, 'web'), chart: join(folder, 'chart') }
  for (const [path, linked] of [
    [dataDirs.web, undefined],
    [dataDirs.chart, join(dataDirs.web, 'datasets')],
  ] as const) {
    mkdirSync(path, { mode: 0o700 })
    if (linked === undefined) mkdirSync(join(path, 'datasets'), { mode: 0o700 })
    else symlinkSync(linked, join(path, 'datasets'))
  }
  const port = await freePort()
  const env = {
    TIDEMARK_PUBLIC_URL: publicUrl,
    TIDEMARK_CHART_HOST: chartHostUrl,
    TIDEMARK_SECRET: secret,
    TIDEMARK_FILES_SHARED: '1',
    // The tests' database is on this machine, to which a team's connections may lead only if allowed.
    TIDEMARK_CONNECTION_HOSTS: new URL(database.url).hostname,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  }
  const config = readConfig({
    env: { ...env, TIDEMARK_MODE: 'team', TIDEMARK_DATA_DIR: dataDirs.web },
    installDir: folder,
    version: '0.0.0',
  })
  let setUpLink = ''
  const services = await createServices(config, {
    serverDir: programs.serverDir,
    webDir: webFolder,
    isDevelopment: true,
    showSetUpLink: (link) => (setUpLink = link),
  })
  setServices(services)
  const chartHost = await startProgram(join(programs.serverDir, 'main.js'), {
    ...env,
    TIDEMARK_MODE: 'chart',
    TIDEMARK_DATA_DIR: dataDirs.chart,
    PORT: String(port),
  })

  return {
    services,
    database,
    ...createTeamCalls(setUpLink),
    send: async (method, path, { pass, headers, body, signal } = {}) => {
      const sent = httpRequest(`http://127.0.0.1:${port}${path}`, {
        method,
        agent: false,
        ...(signal === undefined ? {} : { signal }),
        headers: {
          host: new URL(chartHostUrl).host,
          origin: publicUrl,
          ...(pass === undefined ? {} : { authorization: `Bearer ${pass}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return response
    },
    close: async () => {
      await chartHost.stop()
      await services.close()
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}

export async function answerTextOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
  return text
}

/** Yields the lines of an answer as they arrive. */
export async function* linesOf(response: IncomingMessage): AsyncGenerator {
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

export function sqlItemOn(connectionId: string, sql: string): RunItem {
  return { query: { kind: 'sql', connectionId, sql }, cache: { mode: 'fresh' } }
}

/** Starts a program; resolves once it prints that it is ready. */
async function startProgram(path: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', TZ: 'UTC', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(' is ready at ')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${output}`)))
  })
  return {
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      if (code !== 0) throw new Error(`the chart host ended with ${code}:\n${output}`)
    },
  }
}
