import { expect, test, type Page } from '@playwright/test'
import type { DesktopApi } from '@tidemark/shared/ipc/desktop-api'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'

declare global {
  interface Window {
    readonly tidemarkDesktop?: DesktopApi
  }
}

/** A running desktop app under test, on the double or on Electron. */
export interface DesktopRun {
  launch(): void | Promise<void>
  /** Returns the page of a visible window whose address begins like this. */
  page(begin?: string | RegExp): Promise<Page>
  clickMenu(id: string): Promise<void>
  quit(): Promise<void>
  remove(): Promise<void>
}

/** The tests that must pass on the electron double and on Electron itself. */
export function describeDesktop(name: string, create: () => DesktopRun): void {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' })
    let app: DesktopRun
    let address = ''
    let made = ''
    test.beforeAll(() => {
      app = create()
    })
    test.afterAll(() => app.remove())

    test('the first start asks where to work, and refuses an address that is not https', async () => {
      await app.launch()
      const first = await app.page(/^data:/)
      await expect(first.getByRole('heading', { name: 'Welcome to Tidemark' })).toBeVisible()
      await first.getByRole('textbox', { name: 'Connect to a team' }).fill('http://team.example.org')
      await first.getByRole('button', { name: 'Connect' }).click()
      await expect(first.getByRole('alert')).toContainText('https://')
      await expect(first.getByRole('textbox')).toHaveValue('http://team.example.org')
    })

    test('working on this computer opens the app with its own server, in one click', async () => {
      const first = await app.page(/^data:/)
      await first.getByRole('button', { name: 'Work on this computer' }).click()
      const page = await openedPage(app)
      address = new URL(page.url()).origin
      await expect(page.getByRole('link', { name: 'The world in numbers' }).first()).toBeVisible()
    })

    test('the page knows that it is in the desktop app, and can do named things alone', async () => {
      const page = await openedPage(app)
      const members = await page.evaluate(() =>
        Object.entries(window.tidemarkDesktop ?? {}).map(([key, value]) => [key, typeof value]),
      )
      expect(members).toContainEqual(['isDesktopApp', 'boolean'])
      expect(members.map(([key]) => key)).not.toContain('ipcRenderer')
      expect(
        await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((key) => key in window)),
      ).toEqual([])
    })

    test('the native menu runs the commands of the page', async () => {
      const page = await openedPage(app)
      await app.clickMenu('go-data')
      await expect(page).toHaveURL(/\/data$/)
      await app.clickMenu('new-dashboard')
      await expect(page).toHaveURL(/\/dashboards\/[\w-]+$/)
      made = new URL(page.url()).pathname
    })

    test('quitting and starting again goes on at the same address with everything kept', async () => {
      await app.quit()
      await app.launch()
      const page = await openedPage(app)
      expect(new URL(page.url()).origin).toBe(address)
      await expect(page.locator(`a[href="${made}"]`).first()).toBeVisible()
    })
  })
}

/** Returns the page of the app once it runs on its own data. */
export async function openedPage(app: Pick<DesktopRun, 'page'>): Promise<Page> {
  const page = await app.page()
  await page.waitForSelector('html[data-ready=true]')
  await waitUntilHydrated(page)
  return page
}
