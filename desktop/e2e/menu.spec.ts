import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { appCommandTable } from '@tidemark/shared/ipc/app-commands'
import { openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'

type AppCommand = (typeof appCommandTable)[number]
/** The items of the menu besides the page's commands; `team.spec` tests profiles. */
type ShellItem =
  | 'new-window'
  | 'open-files'
  | 'add-profile'
  | 'settings'
  | 'print'
  | 'save-pdf'
  | 'find'
  | 'report-problem'
  | 'open-logs'
  | 'update'
  | 'about'
type ItemId = Exclude<AppCommand, { readonly menu: null }>['id'] | ShellItem

interface Pressing {
  readonly app: DoubleApp
  readonly page: Page
  /** Clicks the item once it is enabled. */
  readonly press: () => Promise<void>
}

/** Clicks an item of the native menu and checks that it does what it says. */
type Proof = (pressing: Pressing) => Promise<void>

const leadsTo =
  (path: RegExp): Proof =>
  async ({ page, press }) => {
    await press()
    await expect(page).toHaveURL(path)
  }
const makes =
  (path: RegExp): Proof =>
  async ({ page, press }) => {
    const before = page.url()
    await press()
    await expect(page).not.toHaveURL(before)
    await expect(page).toHaveURL(path)
  }
const opens =
  (name: string): Proof =>
  async ({ page, press }) => {
    await press()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toHaveCount(0)
  }
const opensWindow =
  (address: RegExp): Proof =>
  async ({ app, press }) => {
    await press()
    await app.page(address)
    const opened = (await app.windows()).find(({ url }) => url.search(address) === 0)
    await app.control('window.close', { id: opened?.id })
  }
const asks =
  (kind: string, answer: unknown): Proof =>
  async ({ app, press }) => {
    const before = (await app.effects(kind)).length
    await press()
    await expect.poll(async () => (await app.effects(kind)).length).toBe(before + 1)
    await app.control('dialog.answer', answer)
  }
const themes =
  (theme: 'light' | 'dark' | 'system'): Proof =>
  async ({ app, press }) => {
    await press()
    await expect.poll(() => app.control('theme')).toBe(theme)
  }
const labelOf = async (app: DoubleApp, id: ItemId) => (await app.menu(id)).label

/** In this order, because a proof may need what earlier ones created. */
const proofs: Readonly<Record<ItemId, Proof>> = {
  'go-ask': leadsTo(/\/ask$/),
  'go-data': leadsTo(/\/data$/),
  'go-metrics': leadsTo(/\/metrics$/),
  'go-trash': leadsTo(/\/trash$/),
  'go-settings': leadsTo(/\/settings$/),
  'go-home': leadsTo(/:\d+\/$/),
  'open-palette': opens('Search or run a command'),
  'show-shortcuts': opens('Keyboard shortcuts'),
  'new-folder': async ({ app, page, press }) => {
    await press()
    // The name is being edited; until that ends the menu's undo applies to its text.
    const name = page.locator('input:focus')
    await expect(name).toHaveValue('New folder')
    await name.press('Escape')
    await expect(name).toHaveCount(0)
    await expect.poll(() => labelOf(app, 'undo')).toBe('Undo: New folder')
  },
  undo: async ({ app, press }) => {
    expect((await app.menu('redo')).isEnabled).toBe(false)
    await press()
    await expect.poll(() => labelOf(app, 'redo')).toBe('Redo: New folder')
  },
  redo: async ({ app, press }) => {
    await press()
    await expect.poll(async () => (await app.menu('redo')).isEnabled).toBe(false)
    // It is disabled as soon as it begins, and can be undone once it is done.
    await expect.poll(() => labelOf(app, 'undo')).toBe('Undo: New folder')
  },
  'new-chart': makes(/\/ask$/),
  'new-dashboard': makes(/\/dashboards\/[\w-]+/),
  'toggle-sidebar': async ({ app, page, press }) => {
    await press()
    await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
    await expect.poll(() => labelOf(app, 'toggle-sidebar')).toBe('Expand the sidebar')
    await press()
    await expect.poll(() => labelOf(app, 'toggle-sidebar')).toBe('Collapse the sidebar')
  },
  'sync-now': async ({ page, press }) => {
    const pulled = page.waitForRequest(/\/api\/replicache\/pull/)
    await press()
    await pulled
  },
  'theme-dark': themes('dark'),
  'theme-light': themes('light'),
  'theme-system': themes('system'),
  'new-window': async ({ app, press }) => {
    await press()
    await expect.poll(async () => (await app.windows()).length).toBe(2)
    await app.control('window.close', { id: (await app.windows()).at(-1)?.id })
  },
  'open-files': async ({ app, page, press }) => {
    const path = join(app.userData, 'quays.csv')
    writeFileSync(path, 'quay,length\nNorth,120\nSouth,90\n')
    await app.control('dialog.answer', { filePaths: [path] })
    await press()
    await expect(page.getByText('North').first()).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveURL(/\/data\/[\w-]+$/)
  },
  'add-profile': opensWindow(/^data:.*Add%20a%20profile/),
  settings: opensWindow(/^data:.*app%20settings/),
  print: async ({ app, press }) => {
    await press()
    await expect.poll(async () => (await app.effects('print')).length).toBe(1)
  },
  'save-pdf': asks('save-dialog', { canceled: true, filePath: '' }),
  find: async ({ app, press }) => {
    await press()
    await expect.poll(async () => (await app.views()).length).toBe(1)
    const [view] = await app.views()
    if (view === undefined) throw new Error('no find bar')
    const bar = await app.pageOf(view)
    await expect(bar.getByRole('textbox', { name: 'Find in this page' })).toBeVisible()
    // The bar is gone before the key is released.
    await bar.keyboard.press('Escape').catch(() => undefined)
    await expect.poll(async () => (await app.views()).length).toBe(0)
  },
  'report-problem': opensWindow(/^data:.*Report/),
  'open-logs': async ({ app, press }) => {
    await press()
    await expect.poll(() => app.effects('open-path')).toMatchObject([{ path: expect.stringMatching(/logs$/) }])
  },
  // `updates.spec` tests it with updates.
  update: async ({ app }) => expect((await app.menu('update')).isEnabled).toBe(false),
  about: asks('message-box', { response: 0 }),
}

/**
 * L2: clicks every item of the native menu. A command added to the table appears in the menu and needs a proof here.
 */
test.describe('the menu', () => {
  test.describe.configure({ mode: 'serial' })
  const app = new DoubleApp()
  const pressed = new Set<string>()
  test.beforeAll(async () => {
    withLocalProfile(app)
    app.launch()
    await openedPage(app)
  })
  test.afterAll(() => app.remove())

  for (const [id, prove] of Object.entries(proofs)) {
    test(`${id} does what it says`, async () => {
      const page = await openedPage(app)
      const press = async () => {
        await expect.poll(async () => (await app.menu(id)).isEnabled).toBe(true)
        await app.control('menu.click', { id })
      }
      await prove({ app, page, press })
      pressed.add(id)
    })
  }

  test('holds nothing that was not pressed', async () => {
    const items = await app.control<{ id: string }[]>('menu')
    const ids = items.map(({ id }) => id).filter((id) => !/^profile(s|-\w+)$/.test(id))
    expect(ids.toSorted()).toEqual([...pressed].toSorted())
  })
})
