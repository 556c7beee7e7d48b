import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@tidemark/shared/access/actor'
import type { MadePublicLink } from '@tidemark/shared/public-links/public-link'
import { expect } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import type { PublicPageForm } from '@/server/documents/document-messages'
import { openPublicLinks, type PublicLinks } from '@/server/public-links/open-public-links'
import { createKeyRing } from '@/server/secrets/key-ring'
import { openTableSecretStore } from '@/server/secrets/table-secret-store'
import { setServices } from '@/server/services'
import { rememberedHashing } from './remembered-hashing'
import { openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from './team-test-bed'

/** A page that was drawn; how pages look is tested where they are drawn. */
export interface DrawnPage {
  readonly actor: Actor
  readonly page: PublicPageForm
}

/** A team with the dashboard `board`, its public links over HTTP, and pages that say their choices alone. */
export interface PublicLinksBed extends TeamTestBed {
  readonly owner: TestPerson
  readonly workspace: string
  readonly publicLinks: PublicLinks
  readonly port: number
  /** The pages that were drawn since it was emptied. */
  readonly drawn: DrawnPage[]
  /** Acts as an owner. */
  readonly actorOf: (person: TestPerson) => Actor
  readonly askApi: (method: string, path: string, as: TestPerson, body?: unknown) => ReturnType<TeamTestBed['ask']>
  /** Makes a link to `board`. */
  readonly make: (more?: object, as?: TestPerson) => Promise<MadePublicLink>
  /** Opens a path as a stranger, each time from another address. */
  readonly open: (path: string, init?: OpenInit, ip?: string) => Promise<Response>
}

type OpenInit = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

export async function openPublicLinksBed(): Promise<PublicLinksBed> {
  const bed = await openTeamTestBed()
  const { owner, workspace } = await bed.setUp()
  const { store, services, log } = bed
  const scriptsDir = mkdtempSync(join(tmpdir(), 'tidemark-embed-'))
  for (const name of ['frame.js', 'embed.js']) writeFileSync(join(scriptsDir, name), `// ${name}`)
  const drawn: DrawnPage[] = []
  const secrets = await openTableSecretStore(bed.database, createKeyRing(['a secret of a test']))
  const publicLinks = openPublicLinks({
    secrets,
    ...{ store, sync: services.sync, pokes: services.pokes, publicUrl, scriptsDir, log, hashing: rememberedHashing },
    documents: {
      makePage: async (actor, { page }) => {
        drawn.push({ actor, page })
        return { title: 'Sales', bytes: new TextEncoder().encode(`<p>${page.choices}</p>`) }
      },
    },
    images: { read: async () => ({ type: 'png', bytes: new Uint8Array([1]) }) },
    secret: 'a secret of a test that is long enough',
    clock: () => Date.now() + bed.clock.aheadMs,
  })
  setServices({ ...services, publicLinks })
  const server = createServer((request, response) => void publicLinks.answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo

  const actorOf = ({ id }: TestPerson): Actor => ({
    ...{ kind: 'person', userId: id, orgId: workspace.id, role: 'owner', grants: [] },
    audiences: ['everyone', `user:${id}`],
  })
  await services.sync.mutate(actorOf(owner), 'createDashboard', {
    ...{ id: 'board', folderId: null, name: 'Sales', description: '', order: 'a0', at: 1 },
    firstTab: { id: 'tab', name: 'First', order: 'a0' },
  })
  const askApi: PublicLinksBed['askApi'] = (method, path, as, body) =>
    bed.ask(method, path, { as, workspace: workspace.id, ...(body === undefined ? {} : { body }) })
  let address = 0
  return {
    ...{ ...bed, owner, workspace: workspace.id, publicLinks, port, drawn, actorOf, askApi },
    make: async (more = {}, as = owner) => {
      const body = { target: { kind: 'dashboard', id: 'board' }, name: 'For all', ...more }
      const answer = await askApi('POST', '/api/public-links', as, body)
      expect(answer.status).toBe(201)
      return answer.body as MadePublicLink
    },
    open: (path, init = {}, ip = `198.51.100.${(address += 1) % 250}`) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...init.headers, [clientIpHeader]: ip },
      }),
    dispose: async () => {
      server.close()
      await publicLinks.close()
      rmSync(scriptsDir, { recursive: true })
      await bed.dispose()
    },
  }
}
