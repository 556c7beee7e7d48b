import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { desktopCalls } from '@tidemark/shared/ipc/desktop-calls'
import { openedPage } from './contract'
import { DoubleApp } from './double-app'
import { openssl, PageServer } from './page-server'

/** L2: an untrusted team server, seen through the real main bundle. */
test.skip(openssl === undefined, 'no openssl to make certificates with')

function withTeamProfile(app: DoubleApp, origin: string): void {
  const profile = { kind: 'team', id: 'team', name: 'team', origin }
  const list = { version: 1, activeId: 'team', profiles: [profile] }
  writeFileSync(join(app.userData, 'profiles.json'), JSON.stringify(list))
}

test.describe('a team server with a certificate of its organisation', () => {
  test.describe.configure({ mode: 'serial' })
  const app = new DoubleApp()
  const team = new PageServer()
  const other = new PageServer()
  test.beforeAll(async () => {
    await team.start('<!doctype html><title>Team</title><h1>The team’s page</h1><iframe src="/frame"></iframe>')
    await other.start('other')
    withTeamProfile(app, team.origin)
  })
  test.afterAll(async () => {
    await app.remove()
    await team.stop()
    await other.stop()
  })

  test('is not shown: the app says why, what to do, and takes no file that is no certificate', async () => {
    app.launch()
    const page = await app.page(/^data:.*Not%20reachable/)
    await expect(page.getByRole('heading')).toContainText('is not safe')
    await expect(page.getByText('certificate authority of its own')).toBeVisible()
    expect(await app.effects('certificate')).toMatchObject([{ isTrusted: false }])
    expect(team.requests).toEqual([])
    const readme = join(app.userData, 'readme.pem')
    writeFileSync(readme, 'hello')
    await app.control('dialog.answer', { filePaths: [readme] })
    await page.getByRole('button', { name: 'Choose a certificate…' }).click()
    await expect(page.getByRole('status')).toContainText('readme.pem holds no certificate')
    expect(existsSync(join(app.userData, 'authorities.pem'))).toBe(false)
  })

  test('is shown once its authority was chosen and Tidemark has started again, and gets no launch token', async () => {
    const page = await app.page(/^data:.*Not%20reachable/)
    await app.control('dialog.answer', { filePaths: [team.authorityPath] })
    await page.getByRole('button', { name: 'Choose a certificate…' }).click()
    await app.ended()
    app.launch()
    await expect((await app.page(/^https/)).getByRole('heading', { name: 'The team’s page' })).toBeVisible()
    expect(team.requests.length).toBeGreaterThan(0)
    for (const { headers } of team.requests) expect(Object.keys(headers)).not.toContain('x-tidemark-token')
  })

  test('can ask for named things of a page alone, and for nothing that reads or changes this computer', async () => {
    const page = await app.page(/^https/)
    const members = await page.evaluate(() => Object.keys(window.tidemarkDesktop ?? {}))
    expect(members).toContain('pageReady')
    for (const own of ['readOpenedFile', 'keepPending', 'allowReporting', 'chooseUpdates', 'restartToUpdate'])
      expect(members).not.toContain(own)
    const id = (await app.windows())[0]?.id
    const closed = Object.entries(desktopCalls).flatMap(([channel, { team: isOpen }]) => (isOpen ? [] : channel))
    expect(closed.length).toBeGreaterThan(5)
    for (const channel of closed) {
      const detail = `${channel}: it is not open to team servers.`
      const answer = await app.control('ipc.raw', { id, channel, args: [{}] })
      expect(answer).toMatchObject({ ok: false, error: { code: 'ipc-refused', detail } })
    }
    expect(await app.control('app.ask-client-certificate')).toBeNull()
    const fromFrame = { id, channel: 'page-ready', args: [{}], origin: team.origin }
    expect(await app.control('ipc.frame', fromFrame)).toMatchObject({ error: { code: 'ipc-refused' } })
    const frame = page.frames().find((each) => each.url().endsWith('/frame'))
    expect(await frame?.evaluate(() => 'tidemarkDesktop' in window)).toBe(false)
  })

  test('cannot leave its origin, open windows, be given permissions or press the shell’s buttons', async () => {
    const page = await app.page(/^https/)
    for (const place of ['file:///etc/passwd', 'data:text/html,hello', 'tidemark://open/'])
      await page.evaluate((url) => void (location.href = url), place).catch(() => undefined)
    const redirected = `${other.origin}/redirected`
    team.redirectsByPath.set('/leave', redirected)
    for (const [asked, refused] of [
      ['http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
      [`${other.origin}/`, `${other.origin}/`],
      ['https://shell.tidemark.invalid/work-here', 'https://shell.tidemark.invalid/work-here'],
      ['/leave', redirected],
    ] as const) {
      // The next navigation would replace one that has not been judged yet.
      const judged = page.waitForEvent('requestfailed', (request) => request.url() === refused)
      await page.evaluate((url) => void (location.href = url), asked)
      await judged
    }
    const frame = page.frames().find((each) => each.url().endsWith('/frame'))
    const framed = `${other.origin}/framed`
    const judged = page.waitForEvent('requestfailed', (request) => request.url() === framed)
    await frame?.evaluate((url) => void (location.href = url), framed)
    await judged
    await page.evaluate(() => void window.open('https://shell.tidemark.invalid/restart'))
    const permission = { partition: 'persist:profile-team', permission: 'geolocation', isMainFrame: true }
    expect(await app.control('permission', { ...permission, url: `${team.origin}/` })).toEqual({
      requested: false,
      checked: false,
      device: false,
    })
    expect(new URL(page.url()).origin).toBe(team.origin)
    expect(await app.windows()).toHaveLength(1)
    // Https addresses open in the system's browser, with no more rights than any other page.
    expect((await app.effects('open-external')).map(({ url }) => url)).toEqual([`${other.origin}/`, redirected])
    expect(other.requests).toEqual([])
  })

  test('signs in through the system’s browser, and takes the code that leads back', async () => {
    const page = await app.page(/^https/)
    await page.evaluate(() => void (location.href = '/api/auth/sign-in/oidc?next=%2Fdata'))
    const opened = async () => String((await app.effects('open-external')).at(-1)?.url)
    await expect.poll(opened).toMatch(/^https:.*\/sign-in\/desktop\?challenge=[\w-]{43}$/)
    expect(new URL(await opened()).origin).toBe(team.origin)
    await app.control('app.emit', { name: 'open-url', args: [`tidemark://signed-in?code=${'c'.repeat(32)}`] })
    await expect.poll(() => page.url()).toMatch(/\/sign-in\/desktop#code=c{32}&verifier=[\w-]{43}&next=%2Fdata$/)
  })

  test('is reached by the proxy that was chosen, at once', async () => {
    await expect.poll(async () => (await app.menu('settings')).isEnabled).toBe(true)
    await app.control('menu.click', { id: 'settings' })
    const settings = await app.page(/^data:.*app%20settings/)
    await settings.getByRole('radio', { name: 'Use this proxy' }).check()
    await settings.getByRole('textbox', { name: 'Proxy' }).fill('socks5://proxy.example')
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(settings.getByRole('status')).toHaveText('Saved.')
    await settings.getByRole('button', { name: 'Close' }).click()
    const proxy = {
      partition: 'persist:profile-team',
      mode: 'fixed_servers',
      proxyRules: 'socks5://proxy.example:1080',
    }
    await expect.poll(async () => (await app.effects('proxy')).at(-1)).toMatchObject(proxy)
  })

  test('is reached by a proxy that asks for a password, which is asked for once', async () => {
    const given = { name: 'ana', password: 'p w&=?' }
    expect(await app.control('app.meet-proxy', { isAgain: false })).toBe(true)
    const asking = await app.page(/^data:.*Sign%20in%20to%20the%20proxy/)
    await asking.getByLabel('Name').fill(given.name)
    await asking.getByLabel('Password').fill(given.password)
    await asking.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => app.control('app.proxy-answers')).toMatchObject([given, given])
    await app.control('app.meet-proxy', { isAgain: true })
    const again = await app.page(/^data:.*did%20not%20accept/)
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => app.control('app.proxy-answers')).toEqual([{ request: 1 }, { request: 2 }])
  })

  test('stands beside profiles of this computer, each with data of its own', async () => {
    await app.control('menu.click', { id: 'add-profile' })
    const adding = await app.page(/^data:.*Add%20a%20profile/)
    await adding.getByRole('textbox', { name: 'Connect to a team' }).fill('http://team.example.org')
    await adding.getByRole('button', { name: 'Connect' }).click()
    await expect(adding.getByRole('alert')).toContainText('https://')
    await adding.getByRole('button', { name: 'Another profile on this computer' }).click()
    await openedPage(app)
    const { profiles } = JSON.parse(readFileSync(join(app.userData, 'profiles.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect(profiles).toMatchObject([{ id: 'team' }, { id: 'local', name: 'This computer' }])
    expect((await app.windows()).map(({ partition }) => partition)).toEqual(['persist:profile-local'])
    await app.control('menu.click', { id: 'profile-team' })
    await expect((await app.page(/^https/)).getByRole('heading', { name: 'The team’s page' })).toBeVisible()
    expect((await app.windows()).map(({ partition }) => partition)).toEqual(['persist:profile-team'])
  })

  test('can ask for no more while a profile of this computer is on its way to take its place', async () => {
    await app.control('keychain', 'asking')
    await app.control('menu.click', { id: 'profile-local' })
    const [window] = await app.windows()
    expect(window?.partition).toBe('persist:profile-team')
    for (const [channel, args] of [
      ['read-settings', {}],
      ['choose-updates', { channel: 'beta', mode: 'automatic' }],
      ['allow-reporting', { isAllowed: true }],
    ] as const) {
      const answer = await app.control('ipc.raw', { id: window?.id, channel, args: [args] })
      const detail = `${channel}: it is not open to team servers.`
      expect(answer).toMatchObject({ ok: false, error: { code: 'ipc-refused', detail } })
    }
    await app.control('keychain', 'open')
    await openedPage(app)
    expect((await app.windows()).map(({ partition }) => partition)).toEqual(['persist:profile-local'])
  })
})
