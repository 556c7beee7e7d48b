import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import type { OnBeforeSendHeadersListenerDetails, ProxyConfig, Session } from 'electron'
import { testArguments } from '../../../tools/checks/find-chromium.mjs'
import { effects, onControl } from './control'
import { strict } from './strict'

type BeforeSendHeaders = (
  details: OnBeforeSendHeadersListenerDetails,
  answer: (response: { requestHeaders?: Record<string, string | string[]> }) => void,
) => void

/** A session: a separate Chromium, with its own folder if its name begins with `persist:`. */
export class SessionDouble {
  readonly partition: string
  beforeSendHeaders: BeforeSendHeaders | null = null
  permissionRequest: Parameters<Session['setPermissionRequestHandler']>[0] = null
  permissionCheck: Parameters<Session['setPermissionCheckHandler']>[0] = null
  devicePermission: Parameters<Session['setDevicePermissionHandler']>[0] = null
  verifyCertificate: Parameters<Session['setCertificateVerifyProc']>[0] = null
  /** The endpoint at which a test connects to inspect the pages. */
  endpoint: string | null = null
  #context: Promise<BrowserContext> | undefined

  constructor(partition: string) {
    this.partition = partition
  }

  readonly webRequest = strict('session.webRequest', {
    onBeforeSendHeaders: (filter: { urls: string[] }, listener: BeforeSendHeaders) => {
      if (filter.urls.join() !== '<all_urls>') throw new Error('the electron double filters no urls')
      this.beforeSendHeaders = listener
    },
  })

  setPermissionRequestHandler(handler: SessionDouble['permissionRequest']): void {
    this.permissionRequest = handler
  }

  setPermissionCheckHandler(handler: SessionDouble['permissionCheck']): void {
    this.permissionCheck = handler
  }

  setDevicePermissionHandler(handler: SessionDouble['devicePermission']): void {
    this.devicePermission = handler
  }

  setCertificateVerifyProc(proc: SessionDouble['verifyCertificate']): void {
    this.verifyCertificate = proc
  }

  /** Records the proxy without using it, since that is Chromium's task. */
  async setProxy(config: ProxyConfig): Promise<void> {
    effects.push({ kind: 'proxy', partition: this.partition, ...config })
  }

  async closeAllConnections(): Promise<void> {
    effects.push({ kind: 'close-connections', partition: this.partition })
  }

  context(): Promise<BrowserContext> {
    this.#context ??= this.#launch()
    return this.#context
  }

  async close(): Promise<void> {
    await (await this.#context)?.close()
  }

  async #launch(): Promise<BrowserContext> {
    const root = process.env['DOUBLE_USER_DATA'] ?? ''
    const folder = join(root, 'partitions', this.partition.replaceAll(':', '-'))
    mkdirSync(folder, { recursive: true })
    const context = await chromium.launchPersistentContext(folder, {
      headless: true,
      executablePath: process.env['DOUBLE_CHROMIUM'] ?? '',
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      handleSIGINT: false,
      handleSIGTERM: false,
      // As in the browser tests: nothing here is about motion.
      reducedMotion: 'reduce',
      args: ['--remote-debugging-port=0', ...testArguments],
    })
    const [port] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
    this.endpoint = `http://127.0.0.1:${port}`
    return context
  }
}

const sessions = new Map<string, SessionDouble>()

export const session = {
  get defaultSession() {
    return session.fromPartition('default')
  },
  fromPartition: (partition: string): SessionDouble => {
    const known = sessions.get(partition) ?? new SessionDouble(partition)
    sessions.set(partition, known)
    return strict('session', known)
  },
}

/** Returns the real object behind the strict one that the app was given. */
export function sessionOf(given: { readonly partition: string }): SessionDouble {
  const found = sessions.get(given.partition)
  if (found === undefined) throw new Error('a session that was not made by the double')
  return found
}

export async function closeSessions(): Promise<void> {
  await Promise.all([...sessions.values()].map((open) => open.close()))
}

onControl(
  'permission',
  async ({
    partition,
    permission,
    url,
    isMainFrame,
  }: {
    partition: string
    permission: string
    url: string
    isMainFrame: boolean
  }) => {
    const found = sessions.get(partition)
    if (found?.permissionRequest == null || found.permissionCheck == null || found.devicePermission == null)
      throw new Error(`${partition} decides no permissions`)
    const details = { requestingUrl: url, isMainFrame }
    const requested = await new Promise<boolean>((resolve) =>
      found.permissionRequest?.(null as never, permission as never, resolve, details),
    )
    const checked = found.permissionCheck(null, permission as never, url, details)
    return { requested, checked, device: found.devicePermission({} as never) }
  },
)
