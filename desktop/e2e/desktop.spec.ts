import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { desktopCalls } from '@tidemark/shared/ipc/desktop-calls'
import { describeDesktop, openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'
import { inLongRun } from '../../testkit/long-run'

/** L2: the real main bundle and preload scripts, on the electron double with real Chromium pages. */
describeDesktop('on the electron double', () => {
  const app = new DoubleApp()
  return {
    launch: () => app.launch(),
    page: (begin) => app.page(begin),
    clickMenu: (id) => clickMenu(app, id),
    quit: () => app.quit(),
    remove: () => app.remove(),
  }
})

async function clickMenu(app: DoubleApp, id: string): Promise<void> {
  await expect.poll(async () => (await app.menu(id)).isEnabled).toBe(true)
  await app.control('menu.click', { id })
}

test.describe('a running app', () => {
  test.describe.configure({ mode: 'serial' })
  let app: DoubleApp
  let origin: string

  test.beforeAll(async () => {
    app = new DoubleApp()
    withLocalProfile(app)
    app.launch()
    origin = new URL((await openedPage(app)).url()).origin
  })
  test.afterAll(() => app.remove())

  /** Returns the windows that show the app. */
  const shown = async () => (await app.windows()).filter(({ isVisible, url }) => isVisible && url.startsWith(origin))

  test('adds the launch token to its own requests, and no page can see it', async () => {
    const page = await openedPage(app)
    expect(await page.evaluate(async () => (await fetch('/api/health')).status)).toBe(200)
    expect((await fetch(`${origin}/api/health`)).status).toBe(403)
    const request = page.waitForRequest(/\/api\/ready/)
    await page.evaluate(async () => (await fetch('/api/ready')).status)
    expect(Object.keys((await request).headers())).not.toContain('x-tidemark-token')
  })

  test('keeps pages on their origin, and opens https links in the system’s browser alone', async () => {
    const page = await openedPage(app)
    for (const target of [
      'http://evil.example/',
      'file:///etc/passwd',
      'https://user:pw@evil.example/',
      `${origin}.evil.example/`,
    ]) {
      await page.evaluate((url) => void (location.href = url), target).catch(() => undefined)
    }
    await page.evaluate(() => void window.open('https://example.org/from-window-open'))
    await page.evaluate(() => void (location.href = 'https://example.org/docs'))
    await expect
      .poll(async () => (await app.effects('open-external')).map(({ url }) => url))
      .toEqual(['https://example.org/from-window-open', 'https://example.org/docs'])
    expect(new URL(page.url()).origin).toBe(origin)
    expect(await app.windows()).toHaveLength(1)
  })

  test('gives pages no permission but to copy, and that to its own origin alone', async () => {
    const ask = (permission: string, url: string, isMainFrame = true) =>
      app.control('permission', { partition: 'persist:profile-local', permission, url, isMainFrame })
    expect(await ask('clipboard-sanitized-write', `${origin}/`)).toEqual({
      requested: true,
      checked: true,
      device: false,
    })
    for (const permission of ['media', 'geolocation', 'notifications', 'usb', 'openExternal', 'clipboard-read']) {
      expect([permission, await ask(permission, `${origin}/`)]).toEqual([
        permission,
        { requested: false, checked: false, device: false },
      ])
    }
    expect(await ask('clipboard-sanitized-write', 'https://evil.example/')).toMatchObject({
      requested: false,
      checked: false,
    })
    expect(await ask('clipboard-sanitized-write', `${origin}/`, false)).toMatchObject({ requested: false })
    expect(await app.control('window.attach-webview', { id: (await app.windows())[0]?.id })).toBe(true)
  })

  test('refuses each call of frames, of a wrong form or size, and calls that are none', async () => {
    const [window] = await app.windows()
    const id = window?.id ?? 0
    const refused = (detail: unknown) => ({ ok: false, error: { code: 'ipc-refused', detail } })
    for (const [channel, { maxBytes }] of Object.entries(desktopCalls)) {
      for (const from of ['https://evil.example', origin]) {
        const answer = await app.control('ipc.frame', { id, channel, args: [{}], origin: from })
        expect(answer).toMatchObject(refused(`${channel}: it comes from a frame.`))
      }
      const ask = (...args: readonly unknown[]) => app.control('ipc.raw', { id, channel, args })
      expect(await ask()).toMatchObject(refused(`${channel}: it has 0 arguments.`))
      expect(await ask({}, {})).toMatchObject(refused(`${channel}: it has 2 arguments.`))
      for (const wrong of [null, 'text', [], { unexpected: 1 }])
        expect([channel, wrong, await ask(wrong)]).toMatchObject([channel, wrong, refused(expect.any(String))])
      // The other limits are too large to test all of them.
      if (maxBytes > 100_000) continue
      const large = { text: 'x'.repeat(maxBytes) }
      expect(await ask(large)).toMatchObject(refused(`${channel}: it is larger than ${maxBytes} bytes.`))
    }
    for (const [channel, args] of [
      ['set-theme', { theme: 'pink' }],
      ['set-theme', { theme: 'dark', more: 1 }],
      ['notify', { title: 'x', body: '', path: '//evil.example' }],
      ['read-opened-file', { id: '../../etc/passwd', offset: -1 }],
    ] as const) {
      const answer = await app.control('ipc.raw', { id, channel, args: [args] })
      expect([channel, answer]).toMatchObject([channel, refused(expect.any(String))])
    }
    const unknown = app.control('ipc.raw', { id, channel: 'shell.openExternal', args: ['x'] })
    await expect(unknown).rejects.toThrow(/No handler registered/)
    expect(
      await app.control('ipc.raw', { id, channel: 'read-opened-file', args: [{ id: 'x', offset: 0 }] }),
    ).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  test('a file opened with Tidemark becomes data, with its preview in front', async () => {
    const path = join(app.userData, 'harbours.csv')
    writeFileSync(path, 'harbour,ships\nKiel,12\nTallinn,31\n')
    await app.control('app.emit', { name: 'open-file', args: [path] })
    const page = await openedPage(app)
    await expect(page).toHaveURL(/\/data\/[\w-]+$/, { timeout: 20_000 })
    await expect(page.getByText('Tallinn').first()).toBeVisible()
  })

  test('a file that cannot be read, or holds no data, is told and opens nothing', async () => {
    const at = (name: string) => join(app.userData, name)
    mkdirSync(at('folder.csv'))
    writeFileSync(at('empty.csv'), '')
    writeFileSync(at('photo.png'), 'a picture')
    const page = await openedPage(app)
    const address = page.url()
    const isRoot = process.getuid?.() === 0
    if (!isRoot) writeFileSync(at('secret.csv'), 'a\n1\n', { mode: 0o000 })
    for (const [name, told] of [
      ['folder.csv', { message: 'The file could not be read.', detail: 'folder.csv is not a file.' }],
      ['gone.csv', { message: 'The file could not be read.', detail: 'gone.csv does not exist.' }],
      ['empty.csv', { message: 'The file is empty.', detail: 'empty.csv' }],
      ['photo.png', { message: expect.stringMatching(/^Only CSV, .* can be read\.$/), detail: 'photo.png' }],
      ...(isRoot ? [] : [['secret.csv', { detail: 'You may not read secret.csv.' }] as const]),
    ] as const) {
      const before = (await app.effects('message-box')).length
      await app.control('app.emit', { name: 'open-file', args: [at(name)] })
      await expect.poll(async () => (await app.effects('message-box')).slice(before)).toMatchObject([told])
      await app.control('dialog.answer', { response: 0 })
    }
    expect(page.url()).toBe(address)
  })

  test('a file that is not what its name says is told in the page, and makes no data', async () => {
    const path = join(app.userData, 'broken.parquet')
    writeFileSync(path, 'PAR1 and nothing of a table')
    expect(await app.launchSecond([path])).toBe(0)
    const page = await openedPage(app)
    await expect(page.getByText('broken.parquet').first()).toBeVisible()
    await expect(page.getByText(/could not be read/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'broken' })).toHaveCount(0)
  })

  test('a second start hands its files and links to the first, and ends', async () => {
    expect(await app.launchSecond(['--flag', 'tidemark://open/trash'])).toBe(0)
    await expect(await openedPage(app)).toHaveURL(/\/trash$/)
    // A file that cannot be opened is never ignored silently.
    const before = (await app.effects('message-box')).length
    expect(await app.launchSecond([join(app.userData, 'photo.png')])).toBe(0)
    await expect.poll(async () => (await app.effects('message-box')).length).toBe(before + 1)
    await app.control('dialog.answer', { response: 0 })
  })

  test('a link that asks for more than a page is refused, and one to a server is asked about', async () => {
    const before = (await app.effects('message-box')).length
    await app.control('app.emit', { name: 'open-url', args: ['tidemark://run?sql=DROP%20TABLE%20x'] })
    await expect.poll(async () => (await app.effects('message-box')).length).toBe(before + 1)
    await app.control('dialog.answer', { response: 0 })
    await app.control('app.emit', { name: 'open-url', args: ['tidemark://connect?url=https://team.example.org'] })
    await expect
      .poll(async () => (await app.effects('message-box')).at(-1))
      .toMatchObject({ message: 'Connect to team.example.org?', defaultId: 1 })
    await app.control('dialog.answer', { response: 1 })
    await expect(await openedPage(app)).toHaveURL(/\/trash$/)
  })

  test('the theme of the page is the theme of the windows', async () => {
    await clickMenu(app, 'theme-dark')
    await expect.poll(() => app.control('theme')).toBe('dark')
    await clickMenu(app, 'theme-system')
    await expect.poll(() => app.control('theme')).toBe('system')
    // The next page that loads must not flash in the earlier colour.
    await app.control('theme.dark')
    expect((await app.windows())[0]?.backgroundColor).toBe('#0c1117')
  })

  test('the find bar finds while one types, steps with Enter, and goes with Escape', async () => {
    const page = await openedPage(app)
    await clickMenu(app, 'go-home')
    await expect(page.getByRole('link', { name: 'The world in numbers' }).first()).toBeVisible()
    await clickMenu(app, 'find')
    await expect.poll(async () => (await app.views()).length).toBe(1)
    const [view] = await app.views()
    if (view === undefined) throw new Error('no find bar')
    const bar = await app.pageOf(view)
    await bar.getByRole('textbox', { name: 'Find in this page' }).pressSequentially('world')
    await expect(bar.getByRole('status')).toHaveText(/^1 of [1-9]/)
    await bar.keyboard.press('Enter')
    await expect.poll(async () => (await app.effects('find')).at(-1)).toMatchObject({ forward: true, findNext: false })
    await bar.keyboard.press('Shift+Enter')
    await expect.poll(async () => (await app.effects('find')).at(-1)).toMatchObject({ forward: false })
    await bar.getByRole('textbox').fill('nothing is called so')
    await expect(bar.getByRole('status')).toHaveText('Not found')
    await clickMenu(app, 'find')
    expect(await app.views()).toHaveLength(1)
    // The bar is gone before the key is released.
    await bar.keyboard.press('Escape').catch(() => undefined)
    await expect.poll(async () => (await app.views()).length).toBe(0)
    expect(await app.effects('stop-find')).toMatchObject([{ action: 'keepSelection' }])
  })

  test('a right click offers what can be done with text, in pages of the shell too', async () => {
    const page = await openedPage(app)
    const menus = async () => (await app.effects('popup')).map(({ items }) => items)
    const editing = ['cut', 'copy', 'paste', 'selectAll']
    await clickMenu(app, 'open-palette')
    await page.getByRole('dialog').getByRole('combobox').click({ button: 'right' })
    await expect.poll(menus).toEqual([editing])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).first().selectText()
    await page.getByRole('heading', { level: 1 }).first().click({ button: 'right' })
    await expect.poll(menus).toEqual([editing, ['copy']])
    await clickMenu(app, 'add-profile')
    const adding = await app.page(/^data:.*Add%20a%20profile/)
    await adding.getByRole('textbox').click({ button: 'right' })
    await expect.poll(menus).toEqual([editing, ['copy'], editing])
    await app.control('window.close', { id: (await app.windows()).at(-1)?.id })
  })

  test('a link that a browser would open in a tab of its own opens a window, with its page', async () => {
    const page = await openedPage(app)
    await page
      .getByRole('link', { name: 'The world in numbers' })
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    await expect.poll(async () => (await shown()).length).toBe(2)
    expect(page.url()).toBe(`${origin}/`)
    const beside = (await shown()).find(({ url }) => url !== `${origin}/`)
    expect(beside?.url).toMatch(/\/dashboards\/[\w-]+$/)
    await app.control('window.close', { id: beside?.id })
  })

  test('the badge counts what runs in windows that are open, on the pages they show', async () => {
    const first = await openedPage(app)
    const before = (await app.effects('badge')).length
    await clickMenu(app, 'new-window')
    await expect.poll(async () => (await shown()).length).toBe(2)
    const second = (await app.windows()).at(-1)
    if (second === undefined) throw new Error('no second window')
    const badges = async () => (await app.effects('badge')).slice(before).map(({ count }) => count)
    const run = (page: Page, count: number) =>
      page.evaluate((running) => window.tidemarkDesktop?.showProgress({ fraction: null, count: running }), count)
    await run(first, 1)
    await run(await app.pageOf(second), 2)
    expect(await badges()).toEqual([1, 3])
    await app.control('window.close', { id: second.id })
    expect(await badges()).toEqual([1, 3, 1])
    await first.reload()
    await expect.poll(badges).toEqual([1, 3, 1, 0])
  })

  test('the settings of the app are kept, and what cannot be a proxy is refused', async () => {
    await clickMenu(app, 'settings')
    const settings = await app.page(/^data:.*app%20settings/)
    await expect(settings.getByText('This is a development build.')).toBeVisible()
    await settings.getByRole('radio', { name: 'Use this proxy' }).check()
    await settings.getByRole('textbox', { name: 'Proxy' }).fill('http://ana:secret@proxy.example:3128')
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(settings.getByRole('alert')).toContainText('password')
    await settings.getByRole('textbox', { name: 'Proxy' }).fill('proxy.example:3128')
    await settings.getByRole('textbox', { name: 'Except for' }).fill('intranet.example 10.0.0.0/8')
    await settings.getByRole('radio', { name: /^Tell me/ }).check()
    await settings.getByRole('textbox', { name: 'Except for' }).press('Enter')
    await expect(settings.getByRole('status')).toHaveText('Saved.')
    expect(JSON.parse(readFileSync(join(app.userData, 'preferences.json'), 'utf8'))).toMatchObject({
      proxy: { mode: 'manual', address: 'http://proxy.example:3128', bypass: 'intranet.example, 10.0.0.0/8' },
      updates: { mode: 'ask', channel: 'latest' },
    })
    expect(await app.effects('proxy')).toEqual([{ kind: 'proxy', partition: 'persist:profile-local', mode: 'direct' }])
    const notes = join(app.userData, 'notes.pem')
    writeFileSync(notes, 'no certificate at all')
    await app.control('dialog.answer', { canceled: false, filePaths: [notes] })
    await settings.getByRole('button', { name: 'Choose a file…' }).click()
    await expect(settings.getByRole('status')).toContainText('notes.pem holds no certificate')
    await settings.getByRole('button', { name: 'Close' }).click()
    await expect.poll(async () => (await app.windows()).length).toBe(1)
  })

  test('another window opens beside the first, and prints and saves as PDF', async () => {
    await clickMenu(app, 'new-window')
    await expect.poll(async () => (await shown()).length).toBe(2)
    await clickMenu(app, 'print')
    await expect.poll(async () => (await app.effects('print')).length).toBe(1)
    const pdf = join(app.userData, 'page.pdf')
    await app.control('dialog.answer', { canceled: false, filePath: pdf })
    await clickMenu(app, 'save-pdf')
    // The file is there before its content is.
    await expect.poll(() => existsSync(pdf) && readFileSync(pdf, 'latin1').slice(0, 5)).toBe('%PDF-')
    const second = (await app.windows()).at(-1)
    if (second === undefined) throw new Error('no second window')
    // Links that come from another program open where the person was.
    await app.control('window.focus', { id: second.id })
    await app.control('window.blur')
    expect(await app.launchSecond(['tidemark://open/trash'])).toBe(0)
    await expect(await app.pageOf(second)).toHaveURL(/\/trash$/)
    await app.control('window.close', { id: second.id })
    await expect.poll(async () => (await app.windows()).length).toBe(1)
  })

  test('notifications come only while no window has the focus, and lead to their page', async () => {
    const page = await openedPage(app)
    const notify = () => page.evaluate(() => window.tidemarkDesktop?.notify({ title: 'Done', body: '', path: '/data' }))
    await app.control('window.focus', { id: (await app.windows())[0]?.id })
    await notify()
    expect(await app.effects('notification')).toEqual([])
    await app.control('window.blur')
    await notify()
    expect(await app.effects('notification')).toHaveLength(1)
    await app.control('notification.click')
    await expect(page).toHaveURL(/\/data$/)
  })

  test('an export shows in the task bar, and is told when it ends while nobody looks', async () => {
    const page = await openedPage(app)
    await clickMenu(app, 'new-chart')
    await page.getByRole('radio', { name: 'SQL' }).click()
    await page.locator('.cm-content').fill('SELECT i FROM range(1000) AS t(i)')
    await page.keyboard.press('ControlOrMeta+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('button', { name: 'Export' }).click()
    await app.control('window.blur')
    const before = (await app.effects('notification')).length
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(async () => (await app.effects('notification')).slice(before))
      .toMatchObject([
        { title: expect.stringMatching(/^Exported .+\.csv$/), body: expect.stringContaining('1,000 rows') },
      ])
    // Its length is unknown: the progress bar runs and then disappears.
    await expect
      .poll(async () => (await app.effects('progress')).slice(-2))
      .toMatchObject([{ fraction: 2 }, { fraction: -1 }])
    expect((await app.effects('badge')).slice(-2)).toMatchObject([{ count: 1 }, { count: 0 }])
  })

  test('the settings page has what the desktop app lets one choose', async () => {
    const page = await openedPage(app)
    await clickMenu(app, 'go-settings')
    const section = page.getByRole('region', { name: 'Desktop app' })
    await expect(section.getByText('This is a development build.')).toBeVisible()
    // The app always has its server, so nothing needs to start without it.
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await expect(section.getByText('key in this system’s keychain')).toBeVisible()
    await section.getByText('Beta', { exact: true }).click()
    const kept = () => JSON.parse(readFileSync(join(app.userData, 'preferences.json'), 'utf8')) as unknown
    await expect.poll(kept).toMatchObject({ updates: { channel: 'beta', mode: 'ask' } })
    await section.getByRole('button', { name: 'Open settings…' }).click()
    const settings = await app.page(/^data:.*app%20settings/)
    await expect(settings.getByRole('combobox', { name: 'Versions' })).toHaveValue('beta')
    await settings.getByRole('button', { name: 'Close' }).click()
  })

  test('a page that ends is said to have, and is loaded again with one click', async () => {
    await clickMenu(app, 'go-data')
    const page = await openedPage(app)
    await expect(page).toHaveURL(/\/data$/)
    const address = page.url()
    const crash = async (ending: Page) => {
      const crashing = await ending.context().newCDPSession(ending)
      void crashing.send('Page.crash').catch(() => undefined)
    }
    await crash(page)
    const told = await app.page(/^data:.*stopped/)
    await told.getByRole('button', { name: 'Reload it' }).click()
    await expect(await openedPage(app)).toHaveURL(address)
    // If not even the error page can be shown, the app does not try endlessly.
    await crash(await openedPage(app))
    await crash(await app.page(/^data:.*stopped/))
    await expect
      .poll(async () => (await app.effects('message-box')).at(-1))
      .toMatchObject({ message: 'This window stopped.', buttons: ['Reload it', 'Close'] })
    await app.control('dialog.answer', { response: 0 })
    const again = await openedPage(app)
    await expect(again).toHaveURL(address)
    // A page that crashes each time does not occupy the window.
    await crash(again)
    await (await app.page(/^data:.*stopped/)).getByRole('button', { name: 'Go to Home' }).click()
    await expect(await openedPage(app)).toHaveURL(`${origin}/`)
  })

  test('a report is shown before it is saved, and carries no secret', async () => {
    await clickMenu(app, 'report-problem')
    const page = await app.page(/^data:.*Report/)
    await expect(page.getByRole('heading', { name: 'Report a problem' })).toBeVisible()
    const text = (await page.locator('pre').allTextContents()).join('\n')
    expect(text).toContain('isDesktopApp')
    expect(text).not.toMatch(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43,}\b/)
    const path = join(app.userData, 'report.zip')
    await app.control('dialog.answer', { canceled: false, filePath: path })
    await page.getByRole('button', { name: 'Save the report…' }).click()
    await expect(page.getByRole('status')).toContainText('report.zip')
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
  })

  test('the server is started again when it is killed, and the page goes on with what was changed', async () => {
    const page = await openedPage(app)
    const before = await hostOf(app)
    await clickMenu(app, 'new-dashboard')
    await expect(page).toHaveURL(/\/dashboards\/[\w-]+$/)
    // Loads the page's code, which cannot be fetched while the server is away.
    await expect(page.getByText('Synced').first()).toBeVisible()
    const earlier = page.url()
    process.kill(before.pid, 'SIGKILL')
    await clickMenu(app, 'new-dashboard')
    await expect(page).not.toHaveURL(earlier)
    await expect.poll(async () => (await hostOf(app).catch(() => before)).pid, { timeout: 20_000 }).not.toBe(before.pid)
    const made = new URL(page.url()).pathname
    await expect
      .poll(() => page.evaluate(async () => (await fetch('/api/health').catch(() => null))?.status ?? 0), {
        timeout: 20_000,
      })
      .toBe(200)
    await expect(page.getByText('Synced').first()).toBeVisible({ timeout: 20_000 })
    await clickMenu(app, 'go-home')
    await page.reload()
    await expect(page.locator(`a[href="${made}"]`).first()).toBeVisible()
  })

  test('what is asked beside the app stays there while the server is started again', async () => {
    await clickMenu(app, 'add-profile')
    const adding = await app.page(/^data:.*Add%20a%20profile/)
    await adding.getByRole('textbox').fill('https://team.example')
    const readyCount = () =>
      readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8').split('"state":"ready"').length
    const before = readyCount()
    process.kill((await hostOf(app)).pid, 'SIGKILL')
    await expect.poll(readyCount, { timeout: 20_000 }).toBe(before + 1)
    await expect(adding.getByRole('textbox')).toHaveValue('https://team.example')
    const beside = (await app.windows()).find(({ url }) => url.includes('Add%20a%20profile'))
    await app.control('window.close', { id: beside?.id })
  })

  test('a command of the menu that comes while the page loads again runs once it is there', async () => {
    const page = await openedPage(app)
    let letLoad = () => {}
    const isAsked = new Promise<void>((resolve) => (letLoad = resolve))
    await page.route('**/_next/static/chunks/**', async (route) => {
      await isAsked
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await clickMenu(app, 'go-data')
    letLoad()
    await expect(page).toHaveURL(/\/data$/)
    await page.unroute('**/_next/static/chunks/**')
    await clickMenu(app, 'go-home')
    await expect(page).toHaveURL(`${origin}/`)
  })

  test('a server that does not end is ended after a while, and nothing that it had said yes to is lost', async () => {
    test.skip(process.platform === 'win32', 'no process can be halted there')
    await clickMenu(app, 'new-dashboard')
    const page = await openedPage(app)
    await expect(page).toHaveURL(/\/dashboards\/[\w-]+$/)
    await expect(page.getByText('Synced').first()).toBeVisible()
    const made = new URL(page.url()).pathname
    await clickMenu(app, 'new-window')
    await expect.poll(async () => (await shown()).length).toBe(2)
    const [first, second] = await shown()
    await app.control('window.move', { id: first?.id, bounds: { x: 60, y: 40, width: 900, height: 700 } })
    await app.control('window.move', { id: second?.id, bounds: { x: 9000, y: 40, width: 900, height: 700 } })
    const { pid } = await hostOf(app)
    process.kill(pid, 'SIGSTOP')
    await app.control('app.quit')
    // A start during the quit is handled after the app has ended, and does not get a window that is closing.
    expect(await app.launchSecond(['late.csv'])).toBe(0)
    expect((await app.effect('relaunch'))['args']).toContain(join(app.userData, 'late.csv'))
    expect(await shown()).toEqual([])
    await app.quit()
    const log = (name: string) => readFileSync(join(app.userData, 'logs', `${name}.log`), 'utf8')
    expect(log('main')).toContain('did not close in time')
    for (const name of ['main', 'server'])
      expect([name, log(name)]).toEqual([name, expect.stringMatching(/isDesktopApp\\?":true/)])
    await expect.poll(() => isRunning(pid)).toBe(false)
    app.launch()
    const again = await app.page(new RegExp(`^${origin}${made}`))
    await expect(again.locator(`a[href="${made}"]`).first()).toBeVisible()
  })

  test('all its windows come back where they were, with their pages, and from a screen that is gone too', async () => {
    await expect.poll(async () => (await shown()).length).toBe(2)
    const windows = (await shown()).toSorted((a, b) => a.bounds.x - b.bounds.x)
    expect(windows.map(({ bounds }) => bounds)).toEqual([
      { x: 60, y: 40, width: 900, height: 700 },
      { x: 240, y: 70, width: 1440, height: 900 },
    ])
    expect(windows.map(({ url }) => new URL(url).pathname)).toEqual([expect.stringMatching(/^\/dashboards\//), '/'])
    // A window that was closed on its own is not restored.
    await app.control('window.close', { id: windows[1]?.id })
    await app.quit()
    app.launch()
    await openedPage(app)
    expect(await shown()).toHaveLength(1)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // There is no such process.
    return false
  }
}

async function hostOf(app: DoubleApp): Promise<{ pid: number }> {
  const processes = await app.control<{ pid: number; modulePath: string }[]>('utility-processes')
  const host = processes.find(({ modulePath }) => modulePath.endsWith('desktop-host-process.js'))
  if (host === undefined) throw new Error('the host does not run')
  return host
}

test.describe('a start that fails', () => {
  test.describe.configure({ mode: 'parallel' })
  let app: DoubleApp
  let other: ChildProcess | null = null
  test.beforeEach(() => {
    app = new DoubleApp()
  })
  test.afterEach(async () => {
    other?.kill()
    other = null
    await app.remove()
  })

  test('because its port is taken says who holds it, and another port works for this launch', inLongRun, async () => {
    const port = withLocalProfile(app)
    const script = `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('listens'))`
    other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    if (other.stdout !== null) await once(other.stdout, 'data')
    app.launch()
    const page = await app.page(/^data:.*Another%20program/)
    await expect(page.getByText(`process ${other.pid}`)).toBeVisible()
    await page.getByRole('button', { name: 'Use another port this time' }).click()
    const opened = await openedPage(app)
    expect(new URL(opened.url()).port).not.toBe(String(port))

    // Unsent changes of an earlier launch are in a browser database under the usual port, and in the profile's folder.
    const databaseName = await opened.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => /^rep:(.+):[^:]+:\d+:\d+$/.exec(name)?.[1])
      return names.find((name) => name !== undefined)
    })
    const args = { id: 'kept', parentId: null, name: 'Kept from before', order: 'a0', at: 1, actionId: 'before' }
    const change = { clientId: 'earlier', mutationId: 1, name: 'createFolder', args }
    const kept = { origin: `http://127.0.0.1:${port}`, databaseName, clientId: 'earlier', pending: [change] }
    const folder = join(app.userData, 'profiles', 'local', 'pending')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'earlier.json'), JSON.stringify(kept))
    await opened.reload()
    await opened.getByText('1 recovered change').first().click()
    await opened.getByRole('button', { name: 'Apply it again' }).click()
    await expect(opened.getByText('Kept from before').first()).toBeVisible()
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('because its store is damaged says so, copies a report, and leaves the store as it was', async () => {
    withLocalProfile(app)
    const data = join(app.userData, 'profiles', 'local', 'data')
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'store.db'), 'this is no database at all, however long it may be')
    app.launch()
    const page = await app.page(/^data:.*did%20not%20start/)
    await expect(page.getByRole('heading')).toContainText('damaged')
    // Its window has the preload script but shows no page of its server.
    const window = (await app.windows()).find(({ isVisible }) => isVisible)
    const call = { id: window?.id, channel: 'read-settings', args: [{}] }
    expect(await app.control('ipc.raw', call)).toMatchObject({ ok: false, error: { code: 'ipc-refused' } })
    await page.getByRole('button', { name: 'Copy report' }).click()
    await expect(page.getByRole('status')).toContainText('clipboard')
    expect((await app.effect('clipboard'))['text']).toContain('store-corrupt')
    expect(readFileSync(join(data, 'store.db'), 'utf8')).toContain('no database')
  })

  test('because the list of profiles is damaged opens what the folders hold, also without a keychain', async () => {
    mkdirSync(join(app.userData, 'profiles', 'local', 'data'), { recursive: true })
    writeFileSync(join(app.userData, 'profiles.json'), '{"version":1,')
    app.launch({ env: { DOUBLE_KEYCHAIN: 'basic' } })
    await openedPage(app)
    expect(await app.effect('message-box')).toMatchObject({ message: expect.stringContaining('damaged') })
    await app.control('dialog.answer', { response: 0 })
    await clickMenu(app, 'about')
    await expect
      .poll(async () => (await app.effects('message-box')).at(-1)?.['detail'])
      .toContain('No keychain is in use')
    expect(readdirSync(join(app.userData, 'profiles', 'local'))).not.toContain('secret.sealed')
  })

  test('because its profiles are of a newer version starts again, from the file of its AppImage', async () => {
    test.skip(process.platform !== 'linux', 'an AppImage is for Linux')
    writeFileSync(join(app.userData, 'profiles.json'), JSON.stringify({ version: 2 }))
    const appImage = join(app.userData, 'tidemark.AppImage')
    const started = join(app.userData, 'started.txt')
    writeFileSync(appImage, `#!/bin/sh\necho "started $*" > '${started}'\n`, { mode: 0o755 })
    app.launch({ args: ['--flag', 'opened.csv'], env: { DOUBLE_PACKAGED: '1', APPIMAGE: appImage } })
    const page = await app.page(/^data:.*did%20not%20start/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await app.ended()
    await expect.poll(() => readFileSync(started, { encoding: 'utf8', flag: 'a+' })).toBe('started --flag\n')
  })

  test('because a team’s server cannot be reached says so, and offers to work here', async () => {
    const profile = { kind: 'team', id: 'team', name: 'team', origin: 'https://127.0.0.1:1' }
    writeFileSync(
      join(app.userData, 'profiles.json'),
      JSON.stringify({ version: 1, activeId: 'team', profiles: [profile] }),
    )
    app.launch()
    const page = await app.page(/^data:.*Not%20reachable/)
    await expect(page.getByRole('heading')).toContainText('cannot be reached')
    await expect(page.getByRole('button', { name: 'Work on this computer' })).toBeVisible()
  })
})
