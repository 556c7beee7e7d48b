import type { Locator, Page, Request } from '@playwright/test'
import { expectDrawnAlike } from './expect-drawn-alike'
import {
  addExistingCharts,
  addTab,
  expect,
  goHome,
  goToNewDashboard,
  makeDashboard,
  openDashboard,
  openFromSidebar,
  openNewDashboard,
  sampleDashboard,
  test,
  tile,
  waitUntilSynced,
  showCharts,
} from './fixtures'
import { layoutShiftOf, recordLayoutShifts } from './layout-shift'
import { inLongRun } from '../../testkit/long-run'

/** Compressed JavaScript; the goal is in docs/performance.md. */
const mostKilobytes = 342

test('the sample dashboard comes whole from the server, becomes interactive without a layout shift, loads no more JavaScript than it may, and is drawn alike on a first visit and on later ones; the first page leads to it', async ({
  page,
  request,
}) => {
  const html = await (await request.get(sampleDashboard.path)).text()
  expect(html.match(/<svg[^>]*role="img"/g)?.length ?? 0).toBeGreaterThanOrEqual(6)
  for (const mark of ['line', 'area', 'bar']) expect(html).toContain(`data-mark="${mark}"`)
  expect(html).toContain('role="grid"')
  // Drawings have empty title elements.
  expect(html.match(/<title>[^<]+<\/title>/g)).toEqual([`<title>${sampleDashboard.name} · Tidemark</title>`])
  await recordLayoutShifts(page)
  const scripts = recordScripts(page)
  for (const visit of ['first', 'second']) {
    await test.step(visit, async () => {
      await openDashboard(page)
      if (visit === 'first') expect(await kilobytesOf(scripts)).toBeLessThanOrEqual(mostKilobytes)
      await expect(page).toHaveTitle(`${sampleDashboard.name} · Tidemark`)
      await expect(page.getByRole('article')).toHaveCount(sampleDashboard.tileCount)
      await page.mouse.move(700, 400)
      await expect(page.locator('[data-chart="interactive"]').first()).toBeVisible()
      expect(await layoutShiftOf(page)).toEqual({ sum: 0, sources: [] })
      await expectDrawnAlike(page, ['Smaller families, longer lives', 'Global temperature'])
    })
  }

  await test.step('the ring of a focused tab is shown whole', async () => {
    const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' })
    const [row, tab] = [await boxOf(tabs), await boxOf(tabs.getByRole('link').first())]
    // The focus ring is two pixels wide, at a distance of one.
    expect(tab.y - row.y).toBeGreaterThanOrEqual(3)
    expect(tab.x - row.x).toBeGreaterThanOrEqual(3)
    expect(row.y + row.height - tab.y - tab.height).toBeGreaterThanOrEqual(3)
  })

  await test.step('a click beside the lines of a chart draws no frame around all of it', async () => {
    const lines = tile(page, 'CO₂ at Mauna Loa')
    await lines.hover()
    await expect(lines.locator('[data-drawn-by=browser]')).toBeVisible()
    await lines.click({ position: { x: 30, y: 150 } })
    const chart = lines.getByRole('application')
    await expect(chart).toBeFocused()
    expect(await chart.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
  })

  await test.step('a chart is shown as a table from its tile', async () => {
    const chart = tile(page, 'Global temperature')
    await chart.hover()
    await chart.getByRole('button', { name: 'Menu of Global temperature' }).click()
    await page.getByRole('menuitem', { name: 'View as table' }).click()
    await expect(chart.getByRole('grid')).toBeVisible()
  })

  await test.step('the first page leads to it', async () => {
    await goHome(page)
    await page.getByRole('main').getByRole('link', { name: sampleDashboard.name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
    await expect(page).toHaveTitle(`${sampleDashboard.name} · Tidemark`)
  })
})

test('a dashboard fits at 375, 1024 and 1440 px and on paper: nothing scrolls sideways, and small tiles say and offer what they have', async ({
  page,
  browser,
  server,
}) => {
  await openDashboard(page)
  await test.step('the course of a number that the server drew keeps its distance from the edge in a wider room', async () => {
    const number = tile(page, 'Life expectancy')
    const course = number.locator('[data-drawn-by=server] svg:has([data-mark=spark])')
    const toEdge = async () => {
      const [outer, inner] = [await boxOf(number), await boxOf(course)]
      return { width: outer.width, toEdge: outer.x + outer.width - inner.x - inner.width }
    }
    const drawn = await toEdge()
    // Less than a quarter wider; a larger change would redraw at once.
    await page.setViewportSize({ width: 365, height: 800 })
    await expect.poll(async () => (await toEdge()).width).toBeGreaterThan(drawn.width + 20)
    // The width that the server guessed may differ by a few pixels.
    expect(Math.abs((await toEdge()).toEdge - drawn.toEdge)).toBeLessThan(5)
  })

  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [375, 1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await expect(tile(page, 'CO₂ at Mauna Loa')).toBeVisible()
  }

  await test.step('a legend that goes on below its edge fades out there, until it is scrolled to its end or printed', async () => {
    const legend = tile(page, 'Out of work by industry').getByRole('list', { name: 'Series' })
    const isFading = async () => await legend.evaluate((list) => getComputedStyle(list).maskImage !== 'none')
    await expect.poll(isFading).toBe(true)
    await legend.evaluate((list) => list.scrollTo(0, list.scrollHeight))
    const { y, height } = await boxOf(legend)
    const last = await boxOf(legend.getByRole('button').last())
    expect(last.y + last.height).toBeLessThanOrEqual(y + height - 14)
    await page.emulateMedia({ media: 'print' })
    expect(await isFading()).toBe(false)
  })
  await page.emulateMedia({ media: 'screen' })

  await test.step('a small tile whose chart is in the trash says so in the room it has', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const name = 'Renewable electricity'
    const small = tile(page, name)
    await showCharts(page)
    await page
      .getByRole('complementary')
      .getByRole('button', { name: `Menu of ${name}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    const link = small.getByRole('link', { name: 'Open the trash' })
    await expect(link).toBeVisible()
    const [frame, header, words, way] = await Promise.all([
      boxOf(small),
      boxOf(small.getByRole('heading', { name })),
      boxOf(small.getByText('In the trash', { exact: true })),
      boxOf(link),
    ])
    expect(words.y).toBeGreaterThanOrEqual(header.y + header.height)
    expect(way.y + way.height).toBeLessThanOrEqual(frame.y + frame.height)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(link).toHaveCount(0)
    await waitUntilSynced(page)
  })

  await test.step('the buttons of a small tile leave its name to be read', async () => {
    await page.setViewportSize({ width: 1024, height: 800 })
    const small = tile(page, 'Life expectancy')
    const name = small.getByRole('heading', { name: 'Life expectancy' }).getByText('Life expectancy').first()
    await small.hover()
    const shown = await boxOf(name)
    const menu = await boxOf(small.getByRole('button', { name: 'Menu of Life expectancy' }).locator('..'))
    expect(shown.x + shown.width).toBeLessThanOrEqual(menu.x)
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)

    // Touch targets are larger.
    const size = { width: 900, height: 1000 }
    const touch = await browser.newContext({ baseURL: server.origin, hasTouch: true, viewport: size })
    const touched = await touch.newPage()
    await openDashboard(touched)
    const tapped = tile(touched, 'Life expectancy')
    await tapped.tap({ position: { x: 40, y: 16 } })
    const button = tapped.getByRole('button', { name: 'Menu of Life expectancy' })
    const buttons = await boxOf(button.locator('..'))
    expect(buttons.y + buttons.height).toBeLessThanOrEqual((await boxOf(tapped)).y)
    await button.tap()
    await expect(touched.getByRole('menuitem', { name: 'Duplicate tile' })).toBeVisible()
    await touched.keyboard.press('Escape')
    await expect(touched.getByRole('menu')).toBeHidden()

    // A tap on one bar must not frame all of them.
    await tile(touched, 'Global temperature').tap()
    await expect(touched).toHaveURL(/[?&][fs]\./)
    const chart = tile(touched, 'Global temperature').getByRole('application')
    expect(await chart.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
    await touch.close()
  })

  await test.step('it is printed light, whole and without what is selected, whatever the screen is', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'dark' })
    const selected = tile(page, 'Life expectancy')
    await selected.focus()
    const menu = selected.getByRole('button', { name: 'Menu of Life expectancy' })
    await expect(menu).toBeVisible()
    const borders = () =>
      page
        .locator('article')
        .evaluateAll((tiles) => new Set(tiles.map((one) => getComputedStyle(one).borderColor)).size)
    expect(await borders()).toBe(2)
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    expect(await background()).toBe('rgb(255, 255, 255)')
    await expect(menu).toBeHidden()
    expect(await borders()).toBe(1)
    // The size of an upright A4 page between its margins.
    await page.setViewportSize({ width: 718, height: 1000 })
    const outside = await page.locator('article').evaluateAll((tiles) =>
      tiles.flatMap((one) => {
        const { right, width, bottom } = one.getBoundingClientRect()
        const isCut = [...one.querySelectorAll('[data-chart] svg, [role=columnheader]')].some((drawn) => {
          const box = drawn.getBoundingClientRect()
          return box.right > right || box.bottom > bottom
        })
        return isCut || width === 0 || right > innerWidth ? [one.ariaLabel] : []
      }),
    )
    expect(outside).toEqual([])
    await expect(tile(page, 'CO₂ at Mauna Loa').getByText(/^The axis starts at/)).toBeVisible()
    const pages = await page.pdf({ format: 'A4', landscape: true, printBackground: true })
    expect(pages.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  })
})

test('tiles are moved and resized by pointer and by keyboard alone, undone and redone, and stay so; notes are read whole in a small one', async ({
  page,
}) => {
  await test.step('dragged, resized, undone and redone', async () => {
    // Releasing a tile ends in a short animation.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openNewDashboard(page, 'Drag and resize', { charts: ['Global temperature', 'Daily highs in Seattle'] })
    const moved = tile(page, 'Daily highs in Seattle')
    const before = await boxOf(moved)

    // Dropped below the other tile: tiles always move up as far as there is room, so only there it stays lower.
    const title = moved.getByRole('heading', { name: 'Daily highs in Seattle' })
    const { x, y } = await boxOf(title)
    await page.mouse.move(x + 8, y + 4)
    await page.mouse.down()
    await page.mouse.move(x - before.width, y + before.height + 40, { steps: 12 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOf(moved)).y).toBeGreaterThan(before.y)
    await settled(moved)
    const dragged = await boxOf(moved)

    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(async () => await boxOf(moved)).toEqual(before)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(async () => await boxOf(moved)).toEqual(dragged)

    await page.mouse.move(dragged.x + dragged.width - 5, dragged.y + dragged.height - 5)
    await page.mouse.down()
    await page.mouse.move(dragged.x + dragged.width - 5, dragged.y + dragged.height + 110, { steps: 8 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOf(moved)).height).toBeGreaterThan(dragged.height)
    await settled(moved)
    const resized = await boxOf(moved)

    await waitUntilSynced(page)
    await page.reload()
    await expect.poll(async () => await boxOf(moved)).toEqual(resized)
  })

  await test.step('the keyboard alone moves, resizes, renames and removes a tile', async () => {
    await goToNewDashboard(page, 'By keyboard', { charts: ['Global temperature', 'Daily highs in Seattle'] })
    const moved = tile(page, 'Daily highs in Seattle')
    const before = await boxOf(moved)
    // All tiles are one stop: arrow keys go between them, Enter into one, Escape back.
    const other = tile(page, 'Global temperature')
    await page.getByRole('button', { name: 'Add tab' }).focus()
    await page.keyboard.press('Tab')
    await expect(other).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Add tab' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(moved).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(moved.getByRole('application')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(moved).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(moved).toBeFocused()
    await moved.press('Alt+Shift+ArrowLeft')
    await expect.poll(async () => (await boxOf(moved)).width).toBeLessThan(before.width)
    const { x } = await boxOf(moved)
    await moved.press('Alt+ArrowRight')
    await expect.poll(async () => (await boxOf(moved)).x).toBeGreaterThan(x)
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Chart name' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(moved).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(moved).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(moved).toBeVisible()
  })

  await test.step('the notes of a chart are read whole in a small tile too, and with its legend on paper', async () => {
    await goToNewDashboard(page, 'Small notes', { charts: ['CO₂ at Mauna Loa'] })
    const small = tile(page, 'CO₂ at Mauna Loa')
    await small.focus()
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(`Alt+Shift+${key}`)
    await settled(small)
    const notes = small.getByRole('button', { name: /^About this chart/ })
    const entry = await boxOf(small.getByRole('button', { name: 'Without the seasons' }))
    expect(entry.x + entry.width).toBeLessThanOrEqual((await boxOf(notes)).x)
    await notes.hover()
    await expect(small.getByText(/^The axis starts at/)).toBeInViewport({ ratio: 1 })

    // Nobody scrolls or points on paper.
    const legend = small.getByRole('list', { name: 'Series' })
    const isCut = async () => await legend.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
    expect(await isCut()).toBe(true)
    await page.mouse.move(0, 0)
    await page.emulateMedia({ media: 'print' })
    expect(await isCut()).toBe(false)
    await expect(small.getByText(/^The axis starts at/)).toBeVisible()
  })
})

test(
  'a chart is printed as it was drawn, scaled to the page, and without what asks for it',
  inLongRun,
  async ({ page }) => {
    await page.goto('/charts/sample-co2-monthly')
    const chart = page.getByRole('region', { name: 'Result', exact: true }).locator('[data-chart]')
    await waitUntilSynced(page)
    await page.mouse.move(700, 400)
    await expect(chart).toHaveAttribute('data-chart', 'interactive')
    const drawn = await boxOf(chart)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1000 })
    const printed = await boxOf(chart)
    expect(printed.width).toBeCloseTo(690, 0)
    expect(printed.width / printed.height).toBeCloseTo(drawn.width / drawn.height, 1)
    await expect(page.getByRole('button', { name: 'Run' })).toBeHidden()
    await expect(page.getByText(/^The axis starts at/)).toBeVisible()
    await expect(page.getByText(/^The first \d of \d+ rows$/)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await openFromSidebar(page, 'Daily highs in Seattle')
    await page.getByRole('region', { name: 'Result' }).getByText('Table', { exact: true }).click()
    const rows = page.getByRole('region', { name: 'Result', exact: true }).getByRole('row')
    await expect(rows.first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const ofPaper = async (event: string) => {
      await page.evaluate((name) => dispatchEvent(new Event(name)), event)
      return await rows.count()
    }
    expect(await ofPaper('beforeprint')).toBe(501)
    await expect(page.getByText('The first 500 of 1,461 rows')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => ofPaper('afterprint')).toBeLessThan(100)
  },
)

test(
  'a tab is named in place, a note is stored while it is written, and what is taken back out of sight is said, with the way back',
  inLongRun,
  async ({ page }) => {
    await test.step('a tab is added for its name to be typed, renamed in place and found again', async () => {
      await openNewDashboard(page, 'Tabs')
      await page.getByRole('button', { name: 'Add tab' }).click()
      const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' })
      const name = page.getByRole('textbox', { name: 'Tab name' })
      await expect(name).toBeFocused()
      await page.keyboard.type('Thoughts')
      await page.keyboard.press('Enter')
      const added = tabs.getByRole('link', { name: 'Thoughts' })
      await expect(added).toBeFocused()
      await tabs.getByRole('button', { name: /^Menu of/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Rename tab' })).toContainText('F2')
      await page.keyboard.press('Escape')
      await added.press('F2')
      await name.fill('Second thoughts')
      await name.press('Enter')
      await waitUntilSynced(page)
      await page.reload()
      await expect(tabs.getByRole('link', { name: 'Second thoughts' })).toHaveAttribute('aria-current', 'page')
    })

    await test.step('a note is stored while it is written, and when its page is left at once', async () => {
      await goToNewDashboard(page, 'Notes')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Text' }).click()
      const field = page.getByRole('textbox', { name: 'Text in Markdown' })
      await expect(field).toBeFocused()
      const pushed = page.waitForResponse((response) => response.request().postData()?.includes('Sales fell') ?? false)
      await page.keyboard.type('Sales fell')
      await pushed
      await expect(field).toBeFocused()
      await page.reload()
      const note = page.getByRole('article', { name: /^Sales fell/ })
      await expect(note.getByText('Sales fell', { exact: true })).toBeVisible()
      await waitUntilSynced(page)
      await expect(note.getByRole('button', { name: 'Menu of Sales fell', exact: true })).toHaveCount(1)
      // The server rendered it, and the page has not loaded its Markdown parser yet.
      const isOfServer = await note
        .getByText('Sales fell', { exact: true })
        .evaluate((element) => !Object.keys(element).some((key) => key.startsWith('__reactFiber')))
      expect(isOfServer).toBe(true)

      await note.getByText('Sales fell', { exact: true }).dblclick()
      await expect(field).toBeFocused()
      await page.keyboard.type(' in May')
      // A mouse click would blur the field first.
      await page.getByRole('link', { name: 'Home', exact: true }).dispatchEvent('click')
      await expect(field).toHaveCount(0)
      await page.goBack()
      await expect(note.getByText('Sales fell in May', { exact: true })).toBeVisible()
      await note.click()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(note.getByText('Sales fell', { exact: true })).toBeVisible()
    })

    await test.step('what is taken back out of sight is said, and not where it is seen', async () => {
      await makeDashboard(page, 'Seen')
      await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click()
      await page.waitForURL('**/')
      await page.keyboard.press('ControlOrMeta+z')
      const said = page.getByText('Undone: Rename dashboard')
      await expect(said).toBeVisible()
      await page.getByRole('button', { name: 'Redo', exact: true }).last().click()
      await expect(page.getByText('Redone: Rename dashboard')).toBeVisible()
      await expect(said).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: 'Seen' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Seen' })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByRole('heading', { level: 1, name: 'Seen' })).toHaveCount(0)
      await expect(page.getByText(/^(Undone|Redone): /)).toHaveCount(0)
    })

    await test.step('a text that comes back by undo or redo does not open for writing', async () => {
      await makeDashboard(page, 'Made again')
      const { notes, field } = await addText(page)
      await page.keyboard.press('Escape')
      await expect(field).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(notes).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(page.getByRole('heading', { level: 1, name: 'Made again' })).toHaveCount(0)
      // The second key press must not go into the editor that the first one opened.
      await page.keyboard.press('ControlOrMeta+Shift+z')
      await page.keyboard.press('ControlOrMeta+Shift+z')
      await expect(page.getByRole('heading', { level: 1, name: 'Made again' })).toBeVisible()
      await expect(notes).toHaveCount(1)
      await expect(field).toHaveCount(0)
      await notes.focus()
      await page.keyboard.press('Delete')
      await expect(notes).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(notes).toHaveCount(1)
      await expect(field).toHaveCount(0)

      // It also does not open when its tab is shown again.
      const another = await addText(page)
      await another.field.press('Escape')
      await addTab(page)
      await expect(notes).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link').first().click()
      await expect(notes).toHaveCount(2)
      await expect(field).toHaveCount(0)
    })
  },
)

test(
  'a chart that is opened from a dashboard leads back to its tab, filtered as it was and with its tile in sight, whatever was looked at since and over a reload',
  inLongRun,
  async ({ page }) => {
    await test.step('filtered, and on a phone', async () => {
      const name = 'Half a century in the largest countries'
      await page.setViewportSize({ width: 1440, height: 500 })
      await openDashboard(page)
      const filters = page.getByRole('region', { name: 'Filters' })
      await filters.getByRole('button', { name: 'Region' }).click()
      await page.getByRole('checkbox').first().click()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/[?&]f\./)
      await tile(page, name).press('ControlOrMeta+Enter')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.getByRole('main').locator('header').first().getByRole('link', { name: sampleDashboard.name }).click()
      await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
      await expect(page).toHaveURL(/[?&]f\./)
      await expect(tile(page, name)).toBeInViewport({ ratio: 0.9 })

      // On a phone there is no room for its name.
      await tile(page, name).press('ControlOrMeta+Enter')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.setViewportSize({ width: 375, height: 800 })
      // The page knows no more after a reload, which phones do by themselves.
      await page.reload()
      await waitUntilSynced(page)
      const back = page.getByRole('link', { name: `Back to ${sampleDashboard.name}` })
      const size = await back.boundingBox()
      expect([size?.width, size?.height]).toEqual([44, 44])
      await back.click()
      await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
      await expect(page).toHaveURL(/[?&]f\./)
      await page.setViewportSize({ width: 1440, height: 500 })

      // A person who used only the sidebar did not come from a dashboard.
      await goHome(page)
      await showCharts(page)
      await page.getByRole('complementary').getByRole('link', { name: 'CO₂ at Mauna Loa' }).last().click()
      await expect(page.getByRole('heading', { level: 1, name: 'CO₂ at Mauna Loa' })).toBeVisible()
      await expect(
        page.getByRole('main').locator('header').first().getByRole('link', { name: sampleDashboard.name }),
      ).toHaveCount(0)
    })

    await test.step('to the tab it was opened from', async () => {
      const name = 'CO₂ at Mauna Loa'
      const main = page.getByRole('main')
      const wayBack = main.locator('header').first().getByRole('link')
      await goToNewDashboard(page, 'Came from here')
      await addTab(page)
      await addExistingCharts(page, [name])
      await waitUntilSynced(page)
      const tab = new URL(page.url()).search
      await tile(page, name).press('ControlOrMeta+Enter')
      await expect(wayBack).toHaveText(['Came from here'])
      // Another dashboard that shows it too.
      await page.getByRole('complementary').getByRole('link', { name: sampleDashboard.name }).last().click()
      await expect(tile(page, name)).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(wayBack).toHaveText(['Came from here'])
      await page.reload()
      await expect(wayBack).toHaveText(['Came from here'])
      await wayBack.click()
      await expect(tile(page, name)).toBeVisible()
      expect(new URL(page.url()).search).toBe(tab)

      // A person who came from another site has no way back, whatever they looked at since.
      await page.goto(`/charts/sample-co2-monthly`)
      await waitUntilSynced(page)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.getByRole('complementary').getByRole('link', { name: sampleDashboard.name }).last().click()
      await expect(tile(page, name)).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(wayBack).toHaveCount(0)
    })
  },
)

async function addText(page: Page) {
  const notes = page.getByRole('article', { name: 'Text' })
  const field = page.getByRole('textbox', { name: 'Text in Markdown' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await expect(field).toBeFocused()
  return { notes, field }
}

/** Waits until a tile has stopped moving. */
async function settled(locator: Locator): Promise<void> {
  // Two measurements at the same moment are always equal, so the first one is compared with nothing.
  let last: Awaited<ReturnType<typeof boxOf>> | null = null
  await expect(async () => {
    const before = last
    last = await boxOf(locator)
    expect(last).toEqual(before)
  }).toPass({ intervals: [150] })
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) }
}

/** Records the sizes in bytes of the scripts that a page fetches. */
function recordScripts(page: Page): readonly Promise<number>[] {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(sizeOf(request))
  })
  return sizes
}

async function sizeOf(request: Request): Promise<number> {
  const { responseHeadersSize, responseBodySize } = await request.sizes()
  return responseHeadersSize + responseBodySize
}

async function kilobytesOf(sizes: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}
