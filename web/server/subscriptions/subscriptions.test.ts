import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { admins, everyone } from '@tidemark/shared/access/actor'
import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Subscription, SubscriptionList } from '@tidemark/shared/subscriptions/subscription'
import type { CreatedWebhook } from '@tidemark/shared/jobs/webhook'
import { runResult } from '@testkit/pages/run-result-fixture'
import { startMailServer, type MailServer } from '@testkit/servers/mail-test-server'
import { secretsInMemory } from '@testkit/servers/secrets-in-memory'
import { startWebhookReceiver } from '@testkit/servers/webhook-receiver'
import { chartOf } from '@testkit/store/store-fixtures'
import { codeOf, openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import type { DrawnDocument } from '../documents/document-service'
import { openAlerts } from '../alerts/open-alerts'
import { openJobs, type Jobs } from '../jobs/open-jobs'
import { setServices } from '../services'
import { openSubscriptions } from './open-subscriptions'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const salesResult = runResult({
  fields: [
    { name: 'region', type: 'text', databaseType: '', nullable: true },
    { name: 'sales', type: 'decimal', databaseType: '', nullable: true },
  ],
  columns: [
    ['North', 'South', null],
    ['150.5', '2', null],
  ],
  rowCount: 3,
})

describe('a subscription', () => {
  let mail: MailServer
  let bed: TeamTestBed
  let jobs: Jobs
  let owner: TestPerson
  let workspace: string
  let shown: DrawnDocument['shown']
  let isSeen: boolean
  beforeEach(async () => {
    mail = await startMailServer()
    bed = await openTeamTestBed()
    ;({
      owner,
      workspace: { id: workspace },
    } = await bed.setUp())
    const author = { userId: owner.id, at: 1 }
    await bed.store.write(workspace, author, (tx) =>
      tx.putEntry('chart/sales', chartOf('sales', 'Sales & <more>'), everyone),
    )
    shown = {
      rowCount: 3,
      failedCount: 0,
      fingerprint: 'a',
      items: [{ chartId: 'sales', draw: undefined }],
      results: [salesResult],
    }
    isSeen = true
    const { store, log } = bed
    const clock = () => Date.now() + bed.clock.aheadMs
    const config = {
      ...({ mode: 'team', publicUrl, port: 0, databaseUrl: undefined, smtpUrl: mail.url, jobDays: 30 } as const),
      ...{ mailFrom: 'Tidemark <tidemark@tidemark.example>', webhookHosts: ['127.0.0.1'] },
    }
    jobs = await openJobs({ config, store, log, clock, secrets: secretsInMemory() })
    const { service, handler, findSentTo } = await openSubscriptions({
      ...{ config, store, jobs, clock, sync: bed.services.sync },
      // In place of the drawing, which `api-contract.test.ts` runs.
      documents: {
        make: async (_, { query }) => {
          if (!isSeen) throw new TidemarkError('not-found')
          const bytes = query.format === 'png' ? new Uint8Array(png) : new Uint8Array(Buffer.from('%PDF-1.7'))
          return { title: 'Sales & <more>', bytes, shown }
        },
      },
      exports: {
        start: async (_, { format }) => ({
          ...{ fileName: `Sales.${format}`, contentType: 'text/csv' },
          body: new Blob(['a,b\n1,2\n']).stream(),
        }),
      },
    })
    const queries = { runEncoded: () => expect.fail('nothing is asked here') }
    const alerts = await openAlerts({ config, store, log, clock, jobs, queries, sync: bed.services.sync })
    setServices({
      ...{ ...bed.services, jobs: jobs.service, webhooks: jobs.webhooks },
      ...{ subscriptions: service, alerts: alerts.service },
    })
    jobs.start({ subscription: handler, alert: handler, comment: handler }, findSentTo)
  })
  afterEach(async () => {
    await jobs.close()
    await bed.dispose()
    await mail.close()
  })

  const choice = {
    target: { kind: 'chart', id: 'sales' },
    search: 'region=North',
    schedule: { pattern: '0 8 * * 1-5', timeZone: 'Europe/Berlin' },
    ...{ people: [] as string[], addresses: ['carl@example.org'], webhookId: null, locale: 'en' },
    ...{ onlyIf: 'always', files: ['pdf', 'csv'] },
  }
  const create = async (given: object = {}, as = owner) =>
    await bed.ask('POST', '/api/subscriptions', { as, workspace, body: { ...choice, ...given } })
  const mustCreate = async (given: object = {}) => {
    const { status, body } = await create(given)
    expect(status).toBe(201)
    return body as Subscription
  }
  const noteOfRun = async (id: string, count: number) => {
    const runs = () => jobs.queue.listRuns(workspace, id)
    await expect.poll(async () => (await runs()).length, { interval: 10, timeout: 20_000 }).toBe(count)
    return (await runs())[0]?.note
  }
  const send = async (id: string, count = 1) => {
    await bed.ask('POST', `/api/subscriptions/${id}/send`, { as: owner, workspace })
    return await noteOfRun(id, count)
  }
  const mails = async (count: number) => {
    await expect.poll(() => mail.mails.length, { interval: 10, timeout: 20_000 }).toBe(count)
    return mail.mails
  }
  const unsubscribePath = (text: string) => /https:\/\/tidemark\.example(\/api\/unsubscribe\/\S+)/.exec(text)?.[1] ?? ''
  const list = async (as = owner) =>
    ((await bed.ask('GET', '/api/subscriptions', { as, workspace })).body as SubscriptionList).subscriptions

  test('arrives as a text and as HTML with its picture, its files and the way out of it', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const { id, nextAt } = await mustCreate({ people: [bob.id] })
    expect(new Date(nextAt ?? 0).getUTCMinutes()).toBe(0)
    expect(await send(id)).toBe('Sent to 2 people.')
    const sent = await mails(2)
    expect(new Set(sent.map(({ to }) => to[0]))).toEqual(new Set(['bob@example.com', 'carl@example.org']))
    const { parsed, text, unsubscribe } = sent[0] ?? expect.fail('no mail')
    expect(parsed.subject).toBe('Sales & <more>')
    const link = `${publicUrl}/w/acme/charts/sales?region=North`
    expect([text.includes(link), String(parsed.html).includes('Sales &amp; &lt;more&gt;')]).toEqual([true, true])
    const files = parsed.attachments.map(({ filename, contentType, related }) => [filename, contentType, related])
    expect(files).toEqual([
      ['Sales & more.png', 'image/png', true],
      ['Sales & more.pdf', 'application/pdf', undefined],
      ['Sales.csv', 'text/csv', undefined],
    ])
    expect(parsed.attachments[0]?.content).toEqual(png)
    // A mail program has put the picture in its place.
    expect(String(parsed.html)).toContain(`<img src="data:image/png;base64,${png.toString('base64')}"`)
    expect([unsubscribe, text]).toEqual([
      expect.stringContaining(`${publicUrl}/api/unsubscribe/${id}/`),
      expect.stringContaining(unsubscribe ?? 'no address'),
    ])
    const { events } = (await bed.ask('GET', '/api/audit?action=subscription-sent', { as: owner, workspace }))
      .body as AuditPage
    expect(events).toMatchObject([{ target: id, detail: { to: '2 people' } }])
  })

  test('names the charts whose data a mail has no room for, and says in its list what came of it', async () => {
    const { id } = await mustCreate({ files: ['csv', 'xlsx'] })
    shown = { ...shown, items: Array.from({ length: 11 }, () => ({ chartId: 'sales', draw: undefined })) }
    expect(await send(id)).toBe('Sent to 1 person.')
    const [sent] = await mails(1)
    expect(sent?.text).toContain('Not attached, because a mail holds no more: the data of Sales & <more>.')
    expect(sent?.parsed.attachments).toHaveLength(21)
    const [listed] = await list()
    expect(listed).toMatchObject({ isSending: false, last: { note: 'Sent to 1 person.' } })
    expect(listed?.nextAt).toBeGreaterThan(Date.now())
  })

  test('ends for one who wants no more with one click, which opening the link is not; the last one ends all', async () => {
    const { id } = await mustCreate({ addresses: ['carl@example.org', 'dora@example.org', 'DORA@example.org'] })
    await send(id)
    const sent = await mails(2)
    const paths = sent.map(({ text }) => unsubscribePath(text))
    const mailTo = (index: number) => sent[index]?.to[0]
    for (const path of paths) expect((await bed.ask('GET', path)).status).toBe(200)
    for (const path of ['/api/unsubscribe/other/token', `/api/unsubscribe/${id}/token`, paths[0]?.slice(0, -1) ?? ''])
      for (const method of ['GET', 'POST']) expect((await bed.ask(method, path)).status).toBe(404)
    expect((await list())[0]).toMatchObject({ choice: { addresses: ['carl@example.org', 'dora@example.org'] } })
    for (const expected of [200, 200]) expect((await bed.ask('POST', paths[0] ?? '')).status).toBe(expected)
    expect((await list())[0]).toMatchObject({ choice: { addresses: [mailTo(1)] }, leftCount: 1 })
    expect(await send(id, 2)).toBe('Sent to 1 person.')
    // Whoever changes it has maybe not seen that somebody has left.
    const both = { ...choice, addresses: ['Carl@example.org', 'Dora@Example.org'] }
    const changed = await bed.ask('PATCH', `/api/subscriptions/${id}`, { as: owner, workspace, body: both })
    expect([codeOf(changed), JSON.stringify(changed.body)]).toEqual([
      'invalid-request',
      expect.stringContaining(`${mailTo(0)} has stopped these mails.`),
    ])
    await bed.ask('POST', paths[1] ?? '')
    expect((await list())[0]).toMatchObject({ stopped: 'Nobody wants it any more.', nextAt: null, leftCount: 2 })
  })

  test('does not ask who has left again under the other kind, nor names what a reader may no longer see', async () => {
    const ed = await bed.join(owner, 'viewer', workspace, 'ed@example.com')
    const vi = await bed.join(owner, 'viewer', workspace, 'vi@example.com')
    const { id } = await mustCreate({ people: [ed.id], addresses: ['vi@example.com', 'carl@example.org'] })
    await send(id)
    const sent = (await mails(3)).map(({ to, text }) => ({ to: to[0], path: unsubscribePath(text) }))
    const follow = async (method: string, of: string) =>
      String((await bed.ask(method, sent.find(({ to }) => to === of)?.path ?? '')).body)
    for (const of of ['ed@example.com', 'carl@example.org'])
      expect(await follow('GET', of)).toContain('You will no longer get “Sales &amp; &lt;more&gt;”.')
    for (const of of ['ed@example.com', 'vi@example.com']) await follow('POST', of)
    expect(await follow('GET', 'ed@example.com')).toContain('You no longer get “Sales &amp; &lt;more&gt;”.')
    expect(await follow('GET', 'vi@example.com')).toContain('You no longer get them.')
    const changed = async (given: object) => {
      const body = { ...choice, addresses: [], ...given }
      return JSON.stringify((await bed.ask('PATCH', `/api/subscriptions/${id}`, { as: owner, workspace, body })).body)
    }
    expect(await changed({ people: [vi.id] })).toContain('vi@example.com has stopped these mails.')
    expect(await changed({ addresses: ['Ed@example.com'] })).toContain('ed@example.com has stopped these mails.')
    await bed.ask('DELETE', `/api/members/${ed.id}`, { as: owner, workspace })
    expect(await follow('GET', 'ed@example.com')).toContain('You no longer get them.')
    expect(await follow('POST', 'ed@example.com')).toContain('Done')
    expect((await list())[0]).toMatchObject({ leftCount: 2, choice: { addresses: ['carl@example.org'] } })
  })

  test('is not tried again for who has left or is removed, nor once it is deleted', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const { id } = await mustCreate({ people: [bob.id], addresses: ['carl@example.org', 'dora@example.org'] })
    await send(id)
    const leave = (await mails(3)).find(({ to }) => to[0] === 'carl@example.org')
    mail.isRefusing = true
    await send(id, 2)
    const waiting = async () => (await jobs.queue.list(workspace)).filter((job) => job.kind === 'mail' && job.error)
    await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 20_000 }).toBe(3)
    const messages = await waiting()
    const idTo = (to: string) => messages.find(({ title }) => title.includes(to))?.id ?? expect.fail('no mail')
    await bed.ask('POST', unsubscribePath(leave?.text ?? ''))
    await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    mail.isRefusing = false
    const tryAgain = async (to: string) => {
      await jobs.queue.runNow(workspace, idTo(to))
      return await noteOfRun(idTo(to), 2)
    }
    const noLonger = 'Not sent: what it belongs to no longer goes there.'
    expect([await tryAgain('bob@'), await tryAgain('carl@')]).toEqual([noLonger, noLonger])
    await bed.ask('DELETE', `/api/subscriptions/${id}`, { as: owner, workspace })
    expect(await tryAgain('dora@')).toBe(
      'Not sent: what it belongs to was deleted, has stopped, or may no longer be sent.',
    )
    expect(mail.mails).toHaveLength(3)
  })

  test('goes to no member who may not see it, nor once its maker may not, also at a next try', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const { id } = await mustCreate({ people: [bob.id] })
    const hers = (await create({ addresses: [], people: [owner.id] }, eve)).body as Subscription
    mail.isRefusing = true
    await send(id)
    await send(hers.id)
    const waiting = async () => (await jobs.queue.list(workspace)).filter((job) => job.kind === 'mail' && job.error)
    await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 20_000 }).toBe(3)
    const messages = await waiting()
    mail.isRefusing = false
    await bed.store.write(workspace, { userId: owner.id, at: 2 }, (tx) =>
      tx.putEntry('chart/sales', chartOf('sales', 'Sales & <more>'), admins),
    )
    const notes: (string | null | undefined)[] = []
    for (const message of messages) {
      await jobs.queue.runNow(workspace, message.id)
      notes.push(await noteOfRun(message.id, 2))
    }
    expect(new Set(notes)).toEqual(
      new Set([
        'Not sent: what it belongs to no longer goes there.',
        'Not sent: what it belongs to was deleted, has stopped, or may no longer be sent.',
        'Sent to carl@example.org',
      ]),
    )
    expect(await send(id, 2)).toBe('Sent to 1 person. 1 person no longer sees it.')
    expect(await send(hers.id, 2)).toMatch(/^Stopped: Who made it may no longer see this chart/)
    const refused = await create({ people: [bob.id] })
    expect(JSON.stringify(refused.body)).toContain('may not see it. Share it with them first, or leave them out.')
  })

  test('that an admin has paused stays so when its maker changes it', async () => {
    const { id } = await mustCreate()
    await jobs.queue.setPaused(workspace, id, true)
    await bed.ask('PATCH', `/api/subscriptions/${id}`, { as: owner, workspace, body: choice })
    expect((await list())[0]?.isPaused).toBe(true)
  })

  test('is listed for its maker however many others have newer ones', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const { id } = (await create({ people: [eve.id], addresses: [] }, eve)).body as Subscription
    await bed.store.tables.write(
      `INSERT INTO subscription (id, org, choice, secret, created_by, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       SELECT 'other-' || i, org, choice, secret, 'other', created_at + i FROM subscription, n`,
      [],
    )
    expect((await list(eve)).map((one) => one.id)).toEqual([id])
  })

  test('ends for all who leave at the same moment', async () => {
    const addresses = Array.from({ length: 8 }, (_, index) => `p${index}@example.org`)
    const { id } = await mustCreate({ addresses: [...addresses, 'stays@example.org'] })
    await send(id)
    const leaving = (await mails(9)).filter(({ to }) => addresses.includes(to[0] ?? ''))
    await Promise.all(leaving.map(({ text }) => bed.ask('POST', unsubscribePath(text))))
    expect((await list())[0]).toMatchObject({ choice: { addresses: ['stays@example.org'] }, leftCount: 8 })
    expect(await send(id, 2)).toBe('Sent to 1 person.')
  })

  test('only if something changed, or if there is something, is not sent otherwise, and says so', async () => {
    const changed = await mustCreate({ onlyIf: 'changed' })
    expect(await send(changed.id)).toBe('Sent to 1 person.')
    expect(await send(changed.id, 2)).toBe('Nothing had changed, so nothing was sent.')
    shown = { ...shown, fingerprint: 'b' }
    expect(await send(changed.id, 3)).toBe('Sent to 1 person.')
    await mails(2)
    const results = await mustCreate({ onlyIf: 'results' })
    shown = { ...shown, rowCount: 0 }
    expect(await send(results.id)).toBe('There were no results, so nothing was sent.')
    // A query that failed is no empty one.
    shown = { ...shown, failedCount: 1 }
    expect(await send(results.id, 2)).toBe('Sent to 1 person.')
  })

  test('goes to a webhook with the first rows of its charts, signed', async () => {
    const receiver = await startWebhookReceiver()
    const made = await bed.ask('POST', '/api/webhooks', {
      ...{ as: owner, workspace, body: { name: 'Ops', format: 'signed', url: receiver.url } },
    })
    const { webhook, secret } = made.body as CreatedWebhook
    const { id } = await mustCreate({ addresses: [], webhookId: webhook.id })
    expect(await send(id)).toBe('Sent to a webhook.')
    await expect.poll(() => receiver.messages.length, { interval: 10, timeout: 20_000 }).toBe(1)
    const url = `${publicUrl}/w/acme/charts/sales`
    expect(receiver.verified(0, secret ?? '')).toMatchObject({
      type: 'subscription.sent',
      data: {
        ...{ title: 'Sales & <more>', text: 'Its numbers are in Tidemark.', url: `${url}?region=North` },
        data: {
          ...{ subscriptionId: id, target: choice.target, search: choice.search },
          figures: [
            {
              ...{ chartId: 'sales', name: 'Sales & <more>', url, rowCount: 3 },
              columns: [
                { name: 'region', type: 'text' },
                { name: 'sales', type: 'decimal' },
              ],
              rows: [
                ['North', '150.5'],
                ['South', '2'],
                [null, null],
              ],
            },
          ],
        },
      },
    })
    await receiver.close()
  })

  test('stops when its maker may no longer see what it shows, and tells them', async () => {
    const { id } = await mustCreate()
    isSeen = false
    expect(await send(id)).toMatch(/^Stopped: Who made it may no longer see this chart/)
    expect((await mails(1))[0]).toMatchObject({
      to: [owner.email],
      parsed: { subject: '“Sales & <more>” is no longer sent' },
    })
    expect((await list())[0]).toMatchObject({ stopped: expect.stringContaining('no longer see'), nextAt: null })
    isSeen = true
    await bed.ask('PATCH', `/api/subscriptions/${id}`, { as: owner, workspace, body: choice })
    expect(await send(id, 2)).toBe('Sent to 1 person.')
  })

  test('of somebody who has left the workspace stops, and they are told', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const { id } = (await create({ people: [owner.id], addresses: [] }, eve)).body as Subscription
    await bed.ask('DELETE', `/api/members/${eve.id}`, { as: owner, workspace })
    expect(await send(id)).toBe('Stopped: Who made it has left the workspace.')
    expect((await mails(1))[0]?.to).toEqual(['eve@example.com'])
  })

  test('stops when the role of its maker no longer suffices for those who get it', async () => {
    const eve = await bed.join(owner, 'admin', workspace, 'eve@example.com')
    const outside = (await create({}, eve)).body as Subscription
    const inside = (await create({ addresses: [], people: [owner.id] }, eve)).body as Subscription
    const become = (role: string) =>
      bed.ask('PATCH', `/api/members/${eve.id}`, { as: owner, workspace, body: { role } })
    await become('editor')
    expect(await send(outside.id)).toMatch(/^Stopped: The role of who made it has changed\. Only admins send/)
    expect(await send(inside.id)).toBe('Sent to 1 person.')
    await become('viewer')
    expect(await send(inside.id, 2)).toMatch(/^Stopped: .* Only editors send/)
    const told = (await mails(3)).filter(({ to }) => to[0] === eve.email)
    expect(told).toHaveLength(2)
  })

  test('is made by editors, for members; to other addresses by admins; and seen by its maker and admins', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const codes = await Promise.all([
      create({ addresses: [], people: [bob.id] }, bob),
      create({}, eve),
      create({ addresses: [], people: ['stranger'] }, eve),
      create({ addresses: [] }, eve),
      create({ target: { kind: 'chart', id: 'other' } }),
      create({ webhookId: 'other' }),
      create({ schedule: { pattern: '* * * * *', timeZone: 'UTC' } }),
      create({ addresses: ['no address'] }),
      create({ locale: '' }),
      create({ locale: 'xx-invalid-$$$' }),
    ])
    expect(codes.map(codeOf)).toEqual([
      ...['forbidden', 'forbidden', 'invalid-request', 'invalid-request', 'not-found', 'not-found'],
      ...['invalid-request', 'invalid-request', 'invalid-request', 'invalid-request'],
    ])
    await mustCreate()
    const { id } = (await create({ addresses: [], people: [bob.id] }, eve)).body as Subscription
    expect([(await list()).length, (await list(eve)).map((one) => one.id)]).toEqual([2, [id]])
    const body = { ...choice, addresses: [], people: [eve.id] }
    const path = `/api/subscriptions/${id}`
    expect(codeOf(await bed.ask('PATCH', path, { as: owner, workspace, body }))).toBe('forbidden')
    expect((await bed.ask('PATCH', path, { as: eve, workspace, body })).status).toBe(200)
    expect((await list(eve))[0]?.choice.people).toEqual([eve.id])
    expect((await bed.ask('DELETE', path, { as: owner, workspace })).status).toBe(204)
    expect([await list(eve), await jobs.queue.get(workspace, id)]).toEqual([[], undefined])
  })
})
