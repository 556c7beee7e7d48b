import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'
import { inLongRun } from '../../testkit/long-run'

/** L2: events in the middle of a start, of a switch to another profile, or of a quit. */
test.describe('while another profile is being opened', () => {
  test.describe.configure({ mode: 'serial' })
  test.skip(process.platform === 'win32', 'no process can be halted there')
  const app = new DoubleApp()
  test.beforeAll(async () => {
    withLocalProfile(app, 'second', 'third')
    app.launch()
    await openedPage(app)
  })
  test.afterAll(() => app.remove())

  const serverStarts = () => logOf(app).split('The server is being started.').length - 1
  const partitions = async () => (await app.windows()).map(({ partition }) => partition)
  const hasSecond = () => existsSync(profileFolder(app, 'second'))
  /** Halts the server, which delays every switch to another profile. */
  const halt = async () => {
    const processes = await app.control<{ pid: number; modulePath: string }[]>('utility-processes')
    const host = processes.find(({ modulePath }) => modulePath.endsWith('desktop-host-process.js'))
    if (host === undefined) throw new Error('the host does not run')
    process.kill(host.pid, 'SIGSTOP')
    return { goOn: () => process.kill(host.pid, 'SIGCONT') }
  }

  test('whoever goes back stays', async () => {
    const [before] = await app.windows()
    const host = await halt()
    await app.control('menu.click', { id: 'profile-second' })
    await app.control('menu.click', { id: 'profile-local' })
    host.goOn()
    await expect
      .poll(async () => (await app.windows()).map(({ id }) => id), { timeout: 20_000 })
      .not.toEqual([before?.id])
    await openedPage(app)
    expect([await partitions(), hasSecond()]).toEqual([['persist:profile-local'], false])
  })

  test('of two that are asked for one after the other the last is opened, and runs alone', inLongRun, async () => {
    const startsBefore = serverStarts()
    const host = await halt()
    await app.control('menu.click', { id: 'profile-second' })
    await app.control('menu.click', { id: 'profile-local' })
    await app.control('menu.click', { id: 'profile-third' })
    // Neither profile is open yet: a window would show the profile that is being closed.
    await app.control('menu.click', { id: 'new-window' })
    expect(await app.windows()).toHaveLength(1)
    host.goOn()
    await expect.poll(partitions, { timeout: 20_000 }).toEqual(['persist:profile-third'])
    await openedPage(app)
    expect([serverStarts(), hasSecond()]).toEqual([startsBefore + 1, false])
  })

  test('quitting quits, and opens nothing of it', async () => {
    const startsBefore = serverStarts()
    const host = await halt()
    await app.control('menu.click', { id: 'profile-second' })
    await app.control('app.quit')
    host.goOn()
    await app.ended()
    expect(logOf(app)).toContain('Tidemark ends.')
    expect([serverStarts(), hasSecond()]).toEqual([startsBefore, false])
  })

  test('closing the last window quits too', async () => {
    test.skip(process.platform === 'darwin', 'a Mac keeps apps without windows')
    app.launch()
    await openedPage(app)
    const startsBefore = serverStarts()
    const host = await halt()
    await app.control('menu.click', { id: 'profile-local' })
    await app.control('window.close', { id: (await app.windows())[0]?.id })
    host.goOn()
    await app.ended()
    expect(serverStarts()).toBe(startsBefore)
  })
})

test.describe('in the middle of a start', () => {
  test.describe.configure({ mode: 'parallel' })
  let app: DoubleApp
  test.beforeEach(() => {
    app = new DoubleApp()
  })
  test.afterEach(() => app.remove())

  test('starting it again while its keychain still asks opens no second choice, and quitting then quits', async () => {
    withLocalProfile(app)
    app.launch({ env: { DOUBLE_KEYCHAIN: 'asking' } })
    await expect.poll(() => existsSync(join(app.userData, 'logs', 'main.log'))).toBe(true)
    expect(await app.launchSecond([])).toBe(0)
    await app.control('app.activate')
    expect(await app.windows()).toEqual([])
    await app.control('app.quit')
    await app.ended()
    expect(logOf(app)).toContain('Tidemark ends.')
  })

  test('what a window showed is there again after a start that failed', inLongRun, async () => {
    const port = withLocalProfile(app)
    const states = join(profileFolder(app, 'local'), 'window-state.json')
    mkdirSync(profileFolder(app, 'local'), { recursive: true })
    const bounds = { x: 40, y: 40, width: 1200, height: 800 }
    writeFileSync(states, JSON.stringify([{ bounds, isMaximized: false, zoomLevel: 0, path: '/trash' }]))
    const other = await listen(port)
    app.launch()
    await app.page(/^data:.*Another%20program/)
    await app.quit()
    expect(JSON.parse(readFileSync(states, 'utf8'))).toMatchObject([{ path: '/trash' }])
    app.launch()
    const page = await app.page(/^data:.*Another%20program/)
    await new Promise((resolve) => other.close(resolve))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(await openedPage(app)).toHaveURL(/\/trash$/)
  })
})

// `profile-secret.test.ts` tests each way in which a keychain can fail.
test(
  'a keychain that is locked while a secret is sealed with it can be done without for once, and what is sealed with it is there the next time',
  inLongRun,
  async () => {
    const app = new DoubleApp()
    withLocalProfile(app)
    const folder = profileFolder(app, 'local')
    const sealed = () => readFileSync(join(folder, 'secret.sealed'), 'utf8')
    const sealedFiles = () => readdirSync(folder).filter((name) => name.startsWith('secret.sealed'))
    try {
      app.launch()
      expect(await protectionOf(await openedPage(app))).toBe('keychain')
      const kept = sealed()
      await app.quit()

      app.launch({ env: { DOUBLE_KEYCHAIN: 'locked' } })
      const told = () => app.page(/^data:.*did%20not%20start/)
      await expect((await told()).getByRole('heading')).toHaveText('The keychain of this system is locked.')
      // Electron asks a keychain only once per launch.
      await (await told()).getByRole('button', { name: 'Try again' }).click()
      await app.ended()

      app.launch({ env: { DOUBLE_KEYCHAIN: 'locked' } })
      await (await told()).getByRole('button', { name: 'Open without saved passwords' }).click()
      expect(await protectionOf(await openedPage(app))).toBe('file')
      expect([sealedFiles(), sealed()]).toEqual([['secret.sealed'], kept])
      await app.quit()

      app.launch()
      expect(await protectionOf(await openedPage(app))).toBe('keychain')
      expect(sealed()).toBe(kept)
    } finally {
      await app.remove()
    }
  },
)

function profileFolder(app: DoubleApp, id: string): string {
  return join(app.userData, 'profiles', id)
}

function logOf(app: DoubleApp): string {
  return readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8')
}

async function protectionOf(page: Awaited<ReturnType<typeof openedPage>>): Promise<unknown> {
  return await page.evaluate(async () => (await window.tidemarkDesktop?.readSettings())?.protection)
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
