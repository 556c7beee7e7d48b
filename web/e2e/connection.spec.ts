import pg from 'pg'
import { findPostgres } from '../../testkit/postgres/postgres-binaries.mjs'
import { startPostgres, type PostgresServer } from '../../testkit/postgres/postgres-server.mjs'
import { expect, goToData, goToNewChart, openFromSidebar, test, waitUntilSynced } from './fixtures'

// These tests share one PostgreSQL, so they run one after the other.
test.describe.configure({ mode: 'default', timeout: 120_000 })
const binaries = findPostgres()
let postgres: PostgresServer
test.skip(binaries === null, 'no binaries of PostgreSQL for this platform')

test.beforeAll(async () => {
  if (binaries === null) return
  postgres = await startPostgres(binaries)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('CREATE TABLE orders (id int PRIMARY KEY, city text, total numeric(10,2))')
  await client.query("INSERT INTO orders SELECT i, 'City ' || i % 3, i * 1.5 FROM generate_series(1, 30) AS g(i)")
  await client.end()
})
test.afterAll(() => postgres?.stop())

test('a PostgreSQL is tested, connected, browsed, asked and deleted, and comes back; a question offers the columns that its user may read by then', async ({
  page,
  problems,
}) => {
  problems.allow(/422/)
  const address = new URL(postgres.url)
  const { password } = address
  await page.goto('/data')
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Connect a database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  address.password = 'wrong'
  await dialog.getByLabel('Host').fill(address.href)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('The database refused the user or the password.')).toBeVisible()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText(/PostgreSQL \d+.*answered in/)).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Shop')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'City 1' }).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('table', { name: 'Columns' }).getByRole('button', { name: 'city' }).click()
  const values = page.getByRole('list', { name: 'Most frequent values of city' })
  await expect(values.getByRole('listitem')).toHaveText([/City 0.*10/, /City 1.*10/, /City 2.*10/])
  expect(await page.content()).not.toContain(password)

  await page.getByRole('button', { name: 'Ask about it' }).click()
  await expect(page).toHaveURL(/\/ask$/)
  await expect(page.getByText('City 1').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('radio', { name: 'SQL' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL of Orders' })).toContainText('from orders')

  await page.setViewportSize({ width: 375, height: 812 })
  const bar = page
    .getByRole('main')
    .getByRole('button', { name: /^Run\b/ })
    .locator('..')
  // Measures all at the same time, because controls appear and disappear with the width.
  const overlapping = () =>
    bar.evaluate((element) => {
      const controls = [...element.querySelectorAll('button, select')].filter((control) => control.checkVisibility())
      const boxes = controls.map((control) => control.getBoundingClientRect())
      return boxes.filter((one, index) =>
        boxes
          .slice(index + 1)
          .some(
            (other) =>
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
          ),
      ).length
    })
  await expect.poll(overlapping).toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('radio', { name: 'Builder' }).click()
  await expect(page.getByRole('button', { name: 'Table: orders' })).toBeVisible()
  await expect(page.getByText(/30 rows · 3 columns/)).toBeVisible()

  await goToData(page)
  await page.getByRole('link', { name: 'Shop' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(page).toHaveURL(/\/data$/)
  await expect(page.getByRole('link', { name: 'Shop' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Shop' })).toBeVisible()

  await test.step('a question offers the columns that its user may read since its table was chosen, and names those that went', async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query("CREATE ROLE clerk LOGIN PASSWORD 'clerk'; GRANT SELECT (id, city) ON orders TO clerk")
    const address = new URL(postgres.url)
    address.username = 'clerk'
    address.password = 'clerk'
    await page.getByRole('button', { name: 'Connect a database' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a database' })
    await dialog.getByLabel('Host').fill(address.href)
    await dialog.getByLabel('Name', { exact: true }).fill('Counter')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Counter' })).toBeVisible()

    await goToNewChart(page, 'Counted', '')
    await page.getByRole('radio', { name: 'Builder' }).click()
    await page.getByRole('combobox', { name: 'Data source' }).selectOption('Counter')
    const data = page.getByRole('region', { name: 'Data', exact: true })
    await data.getByRole('button', { name: 'Table: none' }).click()
    await page.getByRole('option', { name: 'orders' }).click()
    await expect(page.getByText(/30 rows · 2 columns/)).toBeVisible()
    const added = data.getByRole('button', { name: 'Read total of orders too' })
    await expect(added).toBeHidden()
    await waitUntilSynced(page)

    await client.query('GRANT SELECT (total) ON orders TO clerk')
    await goToData(page)
    await page.getByRole('main').getByRole('link', { name: 'Counter' }).click()
    await page.getByRole('button', { name: 'Reload the tables' }).click()
    await expect(page.getByRole('table', { name: 'Columns' }).getByRole('button', { name: 'total' })).toBeVisible()
    await openFromSidebar(page, 'Counted')
    await expect(page.getByText(/30 rows · 2 columns/)).toBeVisible()
    await added.click()
    await expect(page.getByText(/30 rows · 3 columns/)).toBeVisible()
    await expect(added).toBeHidden()

    // A refusal makes the editor read the tables again, although they are cached for minutes.
    await page.getByRole('button', { name: 'Add a measure' }).click()
    await page.getByRole('combobox', { name: /^Find / }).fill('total')
    await page.getByRole('option', { name: 'total', exact: true }).click()
    await expect(page.getByText(/^1 of 1 row · 1 column/)).toBeVisible()
    await client.query('REVOKE SELECT (total) ON orders FROM clerk')
    await client.end()
    await page.getByRole('button', { name: 'Add a group' }).click()
    await page.getByRole('combobox', { name: /^Find / }).fill('city')
    await page.getByRole('option', { name: 'city', exact: true }).click()
    await expect(page.getByText('“total” is not in orders any more.')).toBeVisible()
  })
})
