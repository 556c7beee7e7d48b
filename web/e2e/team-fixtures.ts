import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  expect,
  request,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import type { Role } from '@tidemark/shared/access/roles'
import { sessionInfoSchema, type WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { BuiltServer, freePort } from '../../testkit/servers/built-server.mjs'
import { teamSettings, waitForSetUpLink } from '../../testkit/servers/team-settings.mjs'
import { PageProblems } from './page-problems'

/** A person with an account, signed in. state: their cookies, for a browser. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly api: APIRequestContext
  readonly state: Awaited<ReturnType<APIRequestContext['storageState']>>
}

/** A server in team mode on an empty folder, and ways to add people. */
export class Team {
  readonly server: BuiltServer
  #count = 0

  private constructor(server: BuiltServer) {
    this.server = server
  }

  /** settings: further environment variables. givenPort: default is a free one. */
  static async start(settings: Readonly<Record<string, string>> = {}, givenPort?: number): Promise<Team> {
    const port = givenPort ?? (await freePort())
    const server = new BuiltServer(port, await mkdtemp(join(tmpdir(), 'tidemark-team-')), {
      ...teamSettings(`http://127.0.0.1:${port}`),
      ...settings,
    })
    await server.start()
    return new Team(server)
  }

  /** Creates the first owner and their workspace by the set-up link. */
  async setUp(name: string, workspaceName: string): Promise<Person> {
    const [, token = ''] = (await waitForSetUpLink(this.server)).split('#')
    const account = { name, email: emailOf(name), password: passwordOf(name) }
    const api = await this.#newApi()
    await mustPost(api, '/api/set-up', { ...account, token, workspaceName, withSample: true })
    return await signedIn(account, api)
  }

  /** Creates a workspace for one test, so that tests do not affect each other. */
  async workspaceOf(owner: Person, name: string): Promise<WorkspaceSummary> {
    this.#count += 1
    const body = { name: `${name} ${this.#count}`, withSample: true }
    // Our own server's answer, in the contract's form.
    return (await mustPost(owner.api, '/api/workspaces', body)) as WorkspaceSummary
  }

  /** Adds a new person, who accepts an invite to a workspace. */
  async join(owner: Person, workspace: WorkspaceSummary, name: string, role: Role): Promise<Person> {
    this.#count += 1
    const account = { name, email: emailOf(`${name} ${this.#count}`), password: passwordOf(name) }
    const headers = { 'x-tidemark-workspace': workspace.id }
    // See workspaceOf.
    const invite = (await mustPost(owner.api, '/api/invites', { email: account.email, role }, headers)) as {
      readonly link: string
    }
    const [, token = ''] = invite.link.split('#')
    const api = await this.#newApi()
    await mustPost(api, '/api/invites/accept', { token, account: { name, password: account.password } })
    return await signedIn(account, api)
  }

  #newApi(): Promise<APIRequestContext> {
    return request.newContext({ baseURL: this.server.origin, extraHTTPHeaders: { origin: this.server.origin } })
  }
}

async function signedIn(account: Pick<Person, 'name' | 'email' | 'password'>, api: APIRequestContext): Promise<Person> {
  const { person } = sessionInfoSchema.parse(await (await api.get('/api/session')).json())
  return { ...account, id: person.id, api, state: await api.storageState() }
}

function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`
}

function passwordOf(name: string): string {
  return `the long password of ${name}`
}

async function mustPost(
  api: APIRequestContext,
  path: string,
  data: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await api.post(path, { data, headers })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return await response.json()
}

interface TestFixtures {
  /** Starts a server for one test, which ends with it. settings: further environment variables. */
  readonly startTeam: (settings?: Readonly<Record<string, string>>, port?: number) => Promise<Team>
  /** Opens a browser in which a person is signed in; its problems fail the test. */
  readonly openBrowser: (person?: Person) => Promise<{
    readonly context: BrowserContext
    readonly page: Page
    readonly problems: PageProblems
  }>
}

interface WorkerFixtures {
  readonly team: Team
  readonly owner: Person
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  team: [
    // Playwright reads the needed fixtures from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const team = await Team.start()
      await provide(team)
      await team.server.remove()
    },
    { scope: 'worker' },
  ],
  owner: [async ({ team }, provide) => provide(await team.setUp('Ann Lee', 'Harbour Coffee')), { scope: 'worker' }],
  // See team.
  // oxlint-disable-next-line no-empty-pattern
  startTeam: async ({}, provide) => {
    const started: Team[] = []
    await provide(async (settings, port) => {
      const team = await Team.start(settings, port)
      started.push(team)
      return team
    })
    for (const { server } of started) await server.remove()
  },
  openBrowser: async ({ browser, team, serviceWorkers }, provide) => {
    const opened: { readonly context: BrowserContext; readonly problems: PageProblems }[] = []
    await provide(async (person) => {
      const context = await newContext(browser, team, person, serviceWorkers)
      const problems = new PageProblems(context, team.server.origin)
      opened.push({ context, problems })
      return { context, problems, page: await context.newPage() }
    })
    for (const { context, problems } of opened) {
      await context.close()
      expect(problems.unexpected()).toEqual([])
    }
  },
})

async function newContext(
  browser: Browser,
  { server }: Team,
  person: Person | undefined,
  serviceWorkers: 'allow' | 'block' | undefined,
): Promise<BrowserContext> {
  return await browser.newContext({
    baseURL: server.origin,
    ...(serviceWorkers === undefined ? {} : { serviceWorkers }),
    ...(person === undefined ? {} : { storageState: person.state }),
  })
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/w/**')
}

/** Finds a person or group in the dialog about access and puts them on its list. */
export async function addToList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add people' }).click()
  const found = page.getByRole('dialog', { name: 'Add people' })
  await found.getByRole('combobox').fill(name)
  await expect(found.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(found.getByRole('combobox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(found).toHaveCount(0)
}

/** Returns the names of databases and storage entries that this browser stores about people. */
export async function kept(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    return [...databases, ...Object.keys(localStorage)].filter((name) => name.includes('tidemark:'))
  })
}

export { expect }
