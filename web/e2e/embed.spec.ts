import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { SignJWT } from 'jose'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { dashboardOf, push, sqlChart, type Change } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

const sql = `SELECT * FROM (VALUES ('North', 1234.5), ('South', 20)) t(region, amount)`
const board: readonly Change[] = [
  sqlChart('bars', 'Sales', sql, { type: 'bar', x: 'region', y: ['amount'] }),
  sqlChart('rows', 'Rows', sql, { type: 'table' }),
  ...dashboardOf('board', 'Board', ['bars', 'rows']),
  filter('region', 'Region', 'category'),
  filter('amount', 'Amount', 'number'),
]

function filter(id: string, name: string, kind: 'category' | 'number'): Change {
  const order = kind === 'category' ? 'a0' : 'a1'
  return [
    'createFilter',
    { id, dashboardId: 'board', name, column: id, kind, default: null, scope: { kind: 'all' }, order },
  ]
}

test('the page of the documentation shows a dashboard of another origin, hears of it alone, and changes it', async ({
  team,
  owner,
  browser,
}) => {
  const { origin } = team.server
  const pages = new Map<string, string>()
  const hosts = await Promise.all([servePages('localhost', pages), servePages('127.0.0.1', pages)])
  const [listed, stranger] = hosts.map(({ server, name }) => `http://${name}:${(server.address() as AddressInfo).port}`)
  const workspace = await team.workspaceOf(owner, 'Embedded')
  await push(owner.api, board, { headers: { 'x-tidemark-workspace': workspace.id } })
  const made = await owner.api.post('/api/public-links', {
    headers: { 'x-tidemark-workspace': workspace.id },
    data: {
      ...{ target: { kind: 'dashboard', id: 'board' }, name: 'Shop', embedOrigins: [listed] },
      fields: { 'f.region': 'open', 'f.amount': 'open' },
    },
  })
  // Our own server's answer, in the contract's form.
  const { token, link } = (await made.json()) as { readonly token: string; readonly link: { readonly id: string } }
  const keyMade = await owner.api.post('/api/embed-keys', { headers: { 'x-tidemark-workspace': workspace.id } })
  const { secret } = (await keyMade.json()) as { readonly secret: string }
  pages.set('/', exampleOfDocs('html').replaceAll('https://tidemark.example.com', origin).replace('TOKEN', token))
  pages.set('/hostile', hostilePage)
  pages.set('/react', await reactPage(`${origin}/embed/${token}`))

  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
  // A site that is not on the list gives up after a while, meanwhile the others are looked at.
  const refused = await context.newPage()
  await refused.goto(`${stranger}/`)
  const page = await context.newPage()
  await page.goto(`${listed}/`)
  const said = page.locator('#said')
  const iframe = page.locator('#sales iframe')
  const frame = iframe.contentFrame()
  await expect(said).toContainText('Board is shown')
  await expect(frame.getByRole('gridcell', { name: 'North' })).toBeVisible()
  await expect(frame.getByRole('gridcell', { name: 'South' })).toHaveCount(0)
  await expect(iframe).toHaveAttribute('title', 'Board')

  const height = async () => (await iframe.boundingBox())?.height ?? 0
  const bodyHeight = async () => Math.ceil((await frame.locator('body').boundingBox())?.height ?? 0)
  await expect.poll(async () => (await height()) - (await bodyHeight())).toBe(0)
  const wide = await height()
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(height).not.toBe(wide)
  await expect.poll(async () => (await height()) - (await bodyHeight())).toBe(0)
  await page.setViewportSize({ width: 1200, height: 900 })

  await frame.locator('svg.wide [data-index="0"]').click()
  await expect(said).toContainText('Sales, North: 1,234.5')
  // From here on by keyboard.
  const [bar, rows] = [frame.locator('svg.wide [data-index="0"]'), frame.getByRole('grid')]
  await bar.press('Enter')
  await expect(said).toHaveText(/(?:Sales, North: 1,234\.5\s*){2}/)
  await bar.press('Tab')
  await expect(rows.getByRole('gridcell', { name: 'North' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(said).toContainText('Rows, North: North')

  // Frames of others speak to both sides in the right form.
  await page.evaluate((address) => {
    const other = document.createElement('iframe')
    other.src = address
    document.body.append(other)
  }, `${stranger}/hostile`)
  await expect(page.frameLocator(`iframe[src="${stranger}/hostile"]`).getByText('Sent')).toBeVisible()

  await frame.getByText('North', { exact: true }).first().click()
  await frame.getByLabel('South').check()
  await frame.getByRole('button', { name: 'Apply' }).click()
  await expect(said).toContainText('Region is now North, South')
  await page.getByRole('button', { name: 'Dark and German' }).click()
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(frame.getByRole('gridcell', { name: '1.234,5' })).toBeVisible()
  await expect(said).not.toContainText('Evil')

  await page.goto(`${listed}/react`)
  await expect(page.getByText('Board loaded')).toBeVisible()
  const ofReact = page.frameLocator('iframe')
  await page.getByRole('button', { name: 'South' }).click()
  await expect(ofReact.getByRole('gridcell', { name: 'North' })).toHaveCount(0)
  await expect(ofReact.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('button', { name: 'All' }).click()
  await expect(ofReact.getByRole('gridcell', { name: 'North' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)

  // A token that is over when it comes, or when the reader goes on, is renewed, and what they chose stays.
  const expired = await new SignJWT({ link: link.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt('-1h')
    .setExpirationTime('-30m')
    .sign(new TextEncoder().encode(secret))
  const signed = await tokenOfDocs({ TIDEMARK_EMBED_SECRET: secret, TIDEMARK_LINK: link.id })
  pages.set('/signed', signedPage(origin, [expired, signed, signed]))
  await page.goto(`${listed}/signed`)
  await expect(said).toHaveText('Board is shown')
  const ofSigned = page.frameLocator('iframe')
  await expect(ofSigned.getByRole('gridcell', { name: 'North' })).toBeVisible()
  await expect(ofSigned.getByRole('gridcell', { name: 'South' })).toHaveCount(0)
  await page.route(/f\.amount/, (route) => route.continue({ url: `${origin}/embed/signed/${expired}/` }), { times: 1 })
  await ofSigned.getByLabel('Amount, from').fill('2000')
  await ofSigned.getByRole('button', { name: 'Apply' }).click()
  await expect(said).toContainText('Amount is now 2000..')
  await expect(ofSigned.getByRole('gridcell', { name: 'North' })).toHaveCount(0)

  pages.set(
    '/gone',
    exampleOfDocs('html').replaceAll('https://tidemark.example.com', origin).replace('TOKEN', 'A'.repeat(22)),
  )
  await page.goto(`${listed}/gone`)
  await expect(frame.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(said).toContainText('Not shown (unknown): This link no longer works')

  await expect(refused.locator('#said')).toContainText('not-shown')
  await expect(refused.locator('#said')).not.toContainText('Board')
  await context.close()
  for (const { server } of hosts) server.close()
})

/** Sends what a frame and a host would send to both of them, from neither. */
const hostilePage = `<!doctype html><p></p><script>
  const evil = { kind: 'loaded', title: 'Evil', heightPx: 9, fields: [{ name: 'f.region', label: 'Evil', values: ['Evil'] }] }
  parent.postMessage({ 'tidemark-embed': evil }, '*')
  parent.postMessage({ 'tidemark-embed': { kind: 'error', code: 'Evil', message: 'Evil' } }, '*')
  for (let at = 0; at < parent.length; at++) {
    parent[at].postMessage({ 'tidemark-embed': { kind: 'hello' } }, '*')
    parent[at].postMessage({ 'tidemark-embed': { kind: 'set', parameters: { 'f.region': 'Evil' } } }, '*')
  }
  document.querySelector('p').textContent = 'Sent'
</script>`

function exampleOfDocs(language: 'html' | 'js'): string {
  const docs = readFileSync(join(repositoryRoot, 'docs', 'embedding.md'), 'utf8')
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(docs)?.[1] ?? ''
}

/** Signs with the code of the documentation. */
async function tokenOfDocs(settings: Readonly<Record<string, string>>): Promise<string> {
  const call = `\nconsole.log(await tokenFor({ id: 'acme', region: 'North' }))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', exampleOfDocs('js') + call],
    { cwd: join(repositoryRoot, 'web'), env: { ...process.env, ...settings } },
  )
  return stdout.trim()
}

/** A page of a product whose server gives these tokens, one after another. */
function signedPage(server: string, tokens: readonly string[]): string {
  return `<!doctype html><p id="said"></p><div></div><script src="${server}/embed/embed.js"></script><script>
    const tokens = ${JSON.stringify(tokens)}
    const say = (text) => document.querySelector('#said').append(text)
    Tidemark.embed(document.querySelector('div'), {
      getToken: async () => tokens.shift(),
      onLoaded: ({ title }) => say(title + ' is shown'),
      onFilterChanged: ({ label, values }) => say(label + ' is now ' + values),
      onError: ({ code }) => say(code),
    })
  </script>`
}

async function reactPage(url: string): Promise<string> {
  const app = `
    import { StrictMode, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { TidemarkEmbed } from './tidemark-embed'
    function App() {
      const [look, setLook] = useState({})
      const [said, setSaid] = useState('')
      const [isOpen, setOpen] = useState(true)
      return <>
        <button onClick={() => setLook({ theme: 'dark', parameters: { 'f.region': 'South' } })}>South</button>
        <button onClick={() => setLook({})}>All</button>
        <button onClick={() => setOpen(false)}>Close</button>
        <p>{said}</p>
        {isOpen && <TidemarkEmbed url=${JSON.stringify(url)} server=${JSON.stringify(new URL(url).origin)}
          {...look} onLoaded={({ title }) => setSaid(title + ' loaded')} />}
      </>
    }
    createRoot(document.querySelector('#root')).render(<StrictMode><App /></StrictMode>)`
  const { outputFiles } = await build({
    stdin: { contents: app, loader: 'tsx', resolveDir: join(repositoryRoot, 'web', 'embed') },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return `<!doctype html><div id="root"></div><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? ''}</script>`
}

/** Serves pages on a free port. name: of this machine, as the browser is to know it. */
async function servePages(name: string, pages: ReadonlyMap<string, string>) {
  const server: Server = createServer(({ url = '' }, response) => {
    const page = pages.get(url)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, name, resolve))
  return { server, name }
}
