import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Alert, AlertCheckList, AlertList } from '@tidemark/shared/alerts/alert'
import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import { admins, everyone, type Actor } from '@tidemark/shared/access/actor'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { startMailServer, type MailServer } from '@testkit/servers/mail-test-server'
import { secretsInMemory } from '@testkit/servers/secrets-in-memory'
import { startWebhookReceiver, type WebhookReceiver } from '@testkit/servers/webhook-receiver'
import { chartOf } from '@testkit/store/store-fixtures'
import { codeOf, openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import type { JobHandler } from '../jobs/job-runner'
import { openJobs, type Jobs } from '../jobs/open-jobs'
import type { EncodedResult } from '../query/run/encoded-result'
import type { QueryService } from '../query/run/query-service'
import { setServices } from '../services'
import { openPeople } from '../subscriptions/people'
import { openSubscriptions } from '../subscriptions/open-subscriptions'
import { createTellUndelivered } from '../subscriptions/tell-maker'
import { openAlerts } from './open-alerts'

type Column = readonly [name: string, type: FieldType, cells: readonly CellValue[]]

describe('an alert', () => {
  let mail: MailServer
  let bed: TeamTestBed
  let jobs: Jobs
  let owner: TestPerson
  let workspace: string
  let answer: readonly Column[] | ErrorBody
  let hook: WebhookReceiver
  let askedBy: Actor | undefined
  /** Happens while a check waits for its answer. */
  let meanwhile: () => Promise<unknown>
  let handler: JobHandler
  let hearDataChange: (orgId: string) => void
  /** Opens another instance on the same store. */
  let openInstance: () => Promise<Jobs>
  beforeEach(async () => {
    mail = await startMailServer()
    bed = await openTeamTestBed()
    ;({
      owner,
      workspace: { id: workspace },
    } = await bed.setUp())
    const author = { userId: owner.id, at: 1 }
    await bed.store.write(workspace, author, (tx) => tx.putEntry('chart/sales', chartOf('sales', 'Sales'), everyone))
    hook = await startWebhookReceiver()
    const { store, log } = bed
    const clock = () => Date.now() + bed.clock.aheadMs
    const config = {
      ...({ mode: 'team', publicUrl, port: 0, databaseUrl: undefined, smtpUrl: mail.url, jobDays: 30 } as const),
      ...{ mailFrom: 'Tidemark <tidemark@tidemark.example>', webhookHosts: ['127.0.0.1'] },
    }
    const parts = { config, store, log, clock, secrets: secretsInMemory(), sync: bed.services.sync }
    // In place of the engine: what a chart answers is chosen by each test.
    const queries: Pick<QueryService, 'runEncoded'> = {
      async *runEncoded(actor) {
        askedBy = actor
        const shown = answer
        await meanwhile()
        yield encoded(shown)
      },
    }
    jobs = await openJobs(parts)
    const alerts = await openAlerts({ ...parts, jobs, queries })
    ;({ handler, hearDataChange } = alerts)
    const notUsed = () => Promise.reject(new Error('no subscription is sent here'))
    const documents = { make: notUsed }
    const subscriptions = await openSubscriptions({ ...parts, jobs, documents, exports: { start: notUsed } })
    setServices({
      ...{ ...bed.services, jobs: jobs.service, webhooks: jobs.webhooks },
      ...{ alerts: alerts.service, subscriptions: subscriptions.service },
    })
    const people = await openPeople(config, store.tables)
    jobs.start(
      { alert: handler, subscription: handler, comment: handler },
      alerts.findSentTo,
      createTellUndelivered({ ...jobs, people, hasMail: true }),
    )
    openInstance = async () => {
      const others = await openJobs({ ...parts, config: { ...config, databaseUrl: 'shared' } })
      const there = await openAlerts({ ...parts, jobs: others, queries })
      others.start({ alert: there.handler, subscription: there.handler, comment: there.handler }, there.findSentTo)
      return others
    }
    meanwhile = async () => undefined
    show(50)
  })
  afterEach(async () => {
    await jobs.close()
    await bed.dispose()
    await mail.close()
    await hook.close()
  })

  const show = (value: CellValue) => {
    answer = [['sales', 'integer', [value]]]
  }
  const choice = {
    target: { kind: 'chart', id: 'sales' },
    ...{ column: null, condition: { kind: 'above', value: 100 }, onlyComplete: false },
    when: { kind: 'schedule', schedule: { pattern: '0 8 * * *', timeZone: 'Europe/Berlin' } },
    ...{ people: [] as string[], addresses: ['carl@example.org'], webhookId: null, locale: 'en' },
  }
  const create = async (given: object = {}, as = owner) =>
    await bed.ask('POST', '/api/alerts', { as, workspace, body: { ...choice, ...given } })
  const mustCreate = async (given: object = {}, as = owner) => {
    const { status, body } = await create(given, as)
    expect(status).toBe(201)
    return body as Alert
  }
  /** Checks an alert and returns what the run says. */
  const check = async (id: string) => {
    const before = (await jobs.queue.listRuns(workspace, id)).length
    bed.clock.aheadMs += 1000
    await bed.ask('POST', `/api/alerts/${id}/check`, { as: owner, workspace })
    const runs = () => jobs.queue.listRuns(workspace, id)
    await expect.poll(async () => (await runs()).length, { interval: 10, timeout: 20_000 }).toBe(before + 1)
    return (await runs())[0]?.note
  }
  const mails = async (count: number) => {
    await expect.poll(() => mail.mails.length, { interval: 10, timeout: 20_000 }).toBe(count)
    return mail.mails
  }
  const list = async (as = owner) => ((await bed.ask('GET', '/api/alerts', { as, workspace })).body as AlertList).alerts

  test('is told once when it fires and once when it recovers, with its values in its history', async () => {
    const { id } = await mustCreate()
    expect(await check(id)).toBe('All is clear.')
    show(120)
    expect(await check(id)).toBe('1 fired.')
    expect(await check(id)).toBe('It still fires.')
    expect(await list()).toMatchObject([{ title: 'Sales', firing: [{ group: '', text: '120' }] }])
    show(90)
    expect(await check(id)).toBe('1 recovered.')
    const [fired, recovered] = await mails(2)
    expect([fired?.parsed.subject, recovered?.parsed.subject]).toEqual([
      'Sales is over 100',
      'Sales is no longer over 100',
    ])
    expect(fired?.to).toEqual(['carl@example.org'])
    for (const words of [
      'Sales: 120\n\nMeasure: sales\n',
      `${publicUrl}/w/acme/charts/sales`,
      'Ann set this alert.\nStop these mails: ',
    ])
      expect(fired?.text).toContain(words)
    const { body } = await bed.ask('GET', `/api/alerts/${id}/checks`, { as: owner, workspace })
    expect((body as AlertCheckList).checks.map(({ outcome, values }) => [outcome, values[0]?.value])).toEqual([
      ['clear', 90],
      ['firing', 120],
      ['firing', 120],
      ['clear', 50],
    ])
    const audit = await bed.ask('GET', '/api/audit', { as: owner, workspace })
    const actions = (audit.body as AuditPage).events.map(({ action }) => action)
    for (const action of ['alert-created', 'alert-fired', 'alert-recovered']) expect(actions).toContain(action)
  })

  test('watches each group by itself, and tells a webhook with its values, also after it answered 500', async () => {
    const made = await bed.ask('POST', '/api/webhooks', {
      ...{ as: owner, workspace },
      body: {
        ...{ name: 'Ops', format: 'signed' },
        url: hook.url,
      },
    })
    const { webhook } = made.body as { webhook: { id: string } }
    const { id } = await mustCreate({ addresses: [], webhookId: webhook.id })
    const groups = (...values: CellValue[]) => {
      answer = [
        ['region', 'text', ['North', 'South', null].slice(0, values.length)],
        ['sales', 'decimal', values],
      ]
    }
    groups('150', '1', '200')
    hook.status = 500
    expect(await check(id)).toBe('2 fired.')
    await expect.poll(() => hook.messages.length, { timeout: 20_000 }).toBe(1)
    hook.status = 200
    bed.clock.aheadMs += 60_000
    groups('150', '300', '1')
    expect(await check(id)).toBe('1 fired, 1 recovered.')
    await expect.poll(() => hook.messages.length, { timeout: 20_000 }).toBe(4)
    const told = hook.messages.map(({ type, data }) => [type, data.title, data.text])
    expect(told[0]).toEqual(['alert.fired', 'Sales: 2 are over 100', 'North: 150\n(empty): 200\n\nMeasure: sales'])
    // The same message again, and the two of the next check.
    expect(told.filter(([, title]) => title === 'Sales: 2 are over 100')).toHaveLength(2)
    expect(told).toContainEqual(['alert.fired', 'Sales, South is over 100', 'South: 300\n\nMeasure: sales'])
    expect(told).toContainEqual([
      'alert.recovered',
      'Sales, (empty) is no longer over 100',
      '(empty): 1\n\nMeasure: sales',
    ])
    expect(hook.messages[0]?.data.data.groups).toEqual([
      { group: 'North', value: 150, text: '150' },
      { group: '(empty)', value: 200, text: '200' },
    ])
  })

  test('tells nothing while it is snoozed, and afterwards what still fires', async () => {
    const { id } = await mustCreate({ addresses: [], people: [owner.id] })
    const until = Date.now() + bed.clock.aheadMs + 3600_000
    await bed.ask('POST', `/api/alerts/${id}/snooze`, { as: owner, workspace, body: { until } })
    show(120)
    expect(await check(id)).toBe('Snoozed.')
    expect(mail.mails).toHaveLength(0)
    bed.clock.aheadMs += 3601_000
    expect(await check(id)).toBe('1 fired.')
    expect((await mails(1))[0]?.text).toContain(
      `You set this alert. Change or remove it: ${publicUrl}/w/acme/settings/alerts`,
    )
  })

  test('compares with the check before, and starts anew when it waits for something else', async () => {
    const condition = { kind: 'changed', by: 10, unit: 'percent', direction: 'down', since: 'check' }
    const { id } = await mustCreate({ condition })
    show(100)
    expect(await check(id)).toBe('There was nothing to judge.')
    show(80)
    expect(await check(id)).toBe('1 fired.')
    expect((await mails(1))[0]?.text).toContain('Sales: 80 (before: 100)')
    const changed = { ...choice, condition: { kind: 'below', value: 90 } }
    await bed.ask('PATCH', `/api/alerts/${id}`, { as: owner, workspace, body: changed })
    expect(await check(id)).toBe('1 fired.')
  })

  test('on changes of data tells of each change once, and notes no check where nothing has changed', async () => {
    const { id, nextAt } = await mustCreate({ when: { kind: 'data', timeZone: 'UTC' } })
    expect((nextAt ?? Infinity) - (Date.now() + bed.clock.aheadMs)).toBeLessThanOrEqual(5 * 60_000)
    expect(await check(id)).toBe('All is clear.')
    expect(await check(id)).toBe('Its data has not changed.')
    show(101)
    expect(await check(id)).toBe('1 fired.')
    const { body } = await bed.ask('GET', `/api/alerts/${id}/checks`, { as: owner, workspace })
    expect((body as AlertCheckList).checks).toHaveLength(2)
    // Data that changes in this process makes it due at once, others not.
    const other = await mustCreate()
    show(1)
    hearDataChange(workspace)
    const runs = () => jobs.queue.listRuns(workspace, id)
    await expect.poll(async () => (await runs())[0]?.note, { timeout: 20_000 }).toBe('1 recovered.')
    expect(await jobs.queue.listRuns(workspace, other.id)).toEqual([])
    // Also if a thousand others are newer and come first.
    await bed.store.tables.write(
      `INSERT INTO alert (id, org, name, choice, state, created_by, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
       SELECT '-' || i, org, name, choice, state, 'other', created_at + i FROM alert, n WHERE id = '${id}'`,
      [],
    )
    show(200)
    hearDataChange(workspace)
    await expect.poll(async () => (await runs())[0]?.note, { timeout: 20_000 }).toBe('1 fired.')
  })

  test('that is changed while it is checked is told by its new condition alone, once', async () => {
    const { id } = await mustCreate()
    const change = (given: object) =>
      bed.ask('PATCH', `/api/alerts/${id}`, { as: owner, workspace, body: { ...choice, ...given } })
    const once = (act: () => Promise<unknown>) => {
      meanwhile = async () => {
        meanwhile = async () => undefined
        await act()
      }
    }
    show(120)
    const until = Date.now() + 3600_000
    once(() => bed.ask('POST', `/api/alerts/${id}/snooze`, { as: owner, workspace, body: { until } }))
    expect(await check(id)).toBe('Snoozed.')
    await bed.ask('POST', `/api/alerts/${id}/snooze`, { as: owner, workspace, body: { until: null } })
    once(() => change({ condition: { kind: 'above', value: 110 } }))
    const job = { id, orgId: workspace, key: `${id}-1`, dueAt: 1, createdBy: owner.id, source: null }
    expect(await handler.run({}, { ...job, signal: new AbortController().signal })).toBe('1 fired.')
    await jobs.queue.runNow(workspace, 'none')
    expect((await mails(1))[0]).toMatchObject({ to: ['carl@example.org'], parsed: { subject: 'Sales is over 110' } })
    once(() => change({ condition: { kind: 'above', value: 110 }, addresses: ['dora@example.org'] }))
    expect(await handler.run({}, { ...job, key: `${id}-2`, signal: new AbortController().signal })).toBe(
      'It still fires.',
    )
    once(() => bed.ask('DELETE', `/api/alerts/${id}`, { as: owner, workspace }))
    show(1)
    expect(await handler.run({}, { ...job, key: `${id}-3`, signal: new AbortController().signal })).toBeNull()
    expect((await jobs.queue.list(workspace)).filter(({ kind }) => kind === 'mail')).toHaveLength(1)
  })

  test('ends its mails for one reader by the link in each; the last one ends all, unless its maker sees it', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const { id } = await mustCreate({ people: [bob.id] })
    const seen = await mustCreate({ isNotified: true })
    show(120)
    await check(id)
    await check(seen.id)
    const pathOf = ({ text }: { readonly text: string }) =>
      /https:\/\/tidemark\.example(\/api\/unsubscribe\/\S+)/.exec(text)?.[1] ?? ''
    const sent = (await mails(3)).map((one) => ({ ...one, to: one.to[0], path: pathOf(one) }))
    expect(sent[0]?.unsubscribe).toBe(`${publicUrl}${sent[0]?.path}`)
    expect(String(sent[0]?.parsed.html)).toContain(`href="${sent[0]?.unsubscribe}"`)
    const bobs = sent.find(({ to }) => to === bob.email)?.path ?? ''
    expect((await bed.ask('GET', bobs)).status).toBe(200)
    for (const path of [bobs.slice(0, -1), `/api/unsubscribe/${seen.id}/${bobs.split('/').at(-1)}`])
      for (const method of ['GET', 'POST']) expect((await bed.ask(method, path)).status).toBe(404)
    const listed = async (of: string) => (await list()).find((one) => one.id === of)
    expect(await listed(id)).toMatchObject({ leftCount: 0, choice: { people: [bob.id] } })
    for (const expected of [200, 200]) expect((await bed.ask('POST', bobs)).status).toBe(expected)
    expect(await listed(id)).toMatchObject({ leftCount: 1, choice: { people: [] }, stopped: null })
    const again = await bed.ask('PATCH', `/api/alerts/${id}`, {
      ...{ as: owner, workspace, body: { ...choice, people: [bob.id] } },
    })
    expect(JSON.stringify(again.body)).toContain('bob@example.com has stopped these mails.')
    for (const { to, path } of sent) if (to === 'carl@example.org') await bed.ask('POST', path)
    expect(await listed(id)).toMatchObject({ leftCount: 2, stopped: 'Nobody wants it any more.', nextAt: null })
    expect(await listed(seen.id)).toMatchObject({ leftCount: 1, stopped: null })
    show(1)
    expect(await check(seen.id)).toBe('1 recovered.')
    expect(mail.mails).toHaveLength(3)
  })

  test('does not ask who has left again under the other kind, nor names what a reader may no longer see', async () => {
    const ed = await bed.join(owner, 'viewer', workspace, 'ed@example.com')
    const vi = await bed.join(owner, 'viewer', workspace, 'vi@example.com')
    const { id } = await mustCreate({ people: [ed.id], addresses: ['vi@example.com', 'carl@example.org'] })
    show(120)
    await check(id)
    const sent = (await mails(3)).map(({ to, text }) => ({
      to: to[0],
      path: /https:\/\/tidemark\.example(\/api\/unsubscribe\/\S+)/.exec(text)?.[1] ?? '',
    }))
    const follow = async (method: string, of: string) =>
      String((await bed.ask(method, sent.find(({ to }) => to === of)?.path ?? '')).body)
    for (const of of ['ed@example.com', 'carl@example.org'])
      expect(await follow('GET', of)).toContain('You will no longer get the alert on “Sales”.')
    for (const of of ['ed@example.com', 'vi@example.com']) await follow('POST', of)
    expect(await follow('GET', 'ed@example.com')).toContain('You no longer get the alert on “Sales”.')
    expect(await follow('GET', 'vi@example.com')).toContain('You no longer get them.')
    const changed = async (given: object) => {
      const body = { ...choice, addresses: [], ...given }
      return JSON.stringify((await bed.ask('PATCH', `/api/alerts/${id}`, { as: owner, workspace, body })).body)
    }
    expect(await changed({ people: [vi.id] })).toContain('vi@example.com has stopped these mails.')
    expect(await changed({ addresses: ['Ed@example.com'] })).toContain('ed@example.com has stopped these mails.')
    await bed.ask('DELETE', `/api/members/${ed.id}`, { as: owner, workspace })
    expect(await follow('GET', 'ed@example.com')).toContain('You no longer get them.')
    expect(await follow('POST', 'ed@example.com')).toContain('Done')
    expect((await list())[0]).toMatchObject({ leftCount: 2, choice: { addresses: ['carl@example.org'] } })
  })

  test('is told to no member who may not see the chart, nor once its maker may not, also at a next try', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const forAdmins = () =>
      bed.store.write(workspace, { userId: owner.id, at: 2 }, (tx) =>
        tx.putEntry('chart/sales', chartOf('sales', 'Sales'), admins),
      )
    const his = await mustCreate({ addresses: [], people: [owner.id, bob.id] })
    const hers = await mustCreate({ addresses: [], people: [owner.id] }, eve)
    show(120)
    mail.isRefusing = true
    await check(his.id)
    await check(hers.id)
    const waiting = async () => (await jobs.queue.list(workspace)).filter(({ kind, error }) => kind === 'mail' && error)
    await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 20_000 }).toBe(3)
    const messages = await waiting()
    mail.isRefusing = false
    await forAdmins()
    for (const message of messages) await jobs.queue.runNow(workspace, message.id)
    const lastNotes = () =>
      Promise.all(messages.map(async ({ id }) => (await jobs.queue.listRuns(workspace, id))[0]?.note))
    const expected = new Set([
      'Not sent: what it belongs to no longer goes there.',
      'Not sent: what it belongs to was deleted, has stopped, or may no longer be sent.',
      `Sent to ${owner.email}`,
    ])
    await expect.poll(async () => new Set(await lastNotes()), { interval: 10, timeout: 20_000 }).toEqual(expected)
    show(1)
    expect(await check(his.id)).toBe('1 recovered.')
    expect((await mails(2)).map(({ to }) => to[0])).toEqual([owner.email, owner.email])
    const refused = await create({ addresses: [], people: [bob.id] })
    expect(JSON.stringify(refused.body)).toContain('may not see it. Share it with them first, or leave them out.')
  })

  test('that cannot be checked says so, goes on, and its maker is told once', async () => {
    const { id } = await mustCreate()
    show(120)
    await check(id)
    await mails(1)
    answer = { code: 'query-failed', message: 'The query failed.', detail: 'no such table' }
    for (let count = 0; count < 4; count += 1)
      expect(await check(id)).toBe('It could not be checked: The query failed. no such table')
    expect((await mails(2))[1]).toMatchObject({
      to: [owner.email],
      parsed: { subject: 'The alert on “Sales” cannot be checked' },
    })
    answer = [['name', 'text', ['a']]]
    expect(await check(id)).toBe('It could not be checked: It has no column of numbers to watch.')
    show(120)
    expect(await check(id)).toBe('It still fires.')
  })

  test('stops when its chart is deleted, and when its maker leaves; they are told', async () => {
    const eve = await bed.join(owner, 'viewer', workspace, 'eve@example.com')
    const hers = await mustCreate({ addresses: [], people: [eve.id] }, eve)
    const his = await mustCreate()
    await bed.ask('DELETE', `/api/members/${eve.id}`, { as: owner, workspace })
    expect(await check(hers.id)).toBe('Stopped: Who made it has left the workspace.')
    const author = { userId: owner.id, at: 2 }
    const gone = { ...chartOf('sales', 'Sales'), deletedAt: 2 }
    await bed.store.write(workspace, author, (tx) => tx.putEntry('chart/sales', gone, everyone))
    expect(await check(his.id)).toMatch(/^Stopped: Who made it may no longer see this chart/)
    expect(new Set((await mails(2)).map(({ to }) => to[0]))).toEqual(new Set(['eve@example.com', owner.email]))
    expect(await list()).toMatchObject([{ nextAt: null }, { nextAt: null }])
  })

  test('is told once when two instances check it at the same moment', async () => {
    const { id } = await mustCreate()
    show(120)
    const job = { id, orgId: workspace, key: `${id}-1`, dueAt: 1, createdBy: owner.id, source: null }
    const context = { ...job, signal: new AbortController().signal }
    const notes = await Promise.all([handler.run({}, context), handler.run({}, context)])
    expect(new Set(notes)).toEqual(new Set(['1 fired.', 'It still fires.']))
    expect(await check(id)).toBe('It still fires.')
    await mails(1)
    const { body } = await bed.ask('GET', `/api/alerts/${id}/checks`, { as: owner, workspace })
    expect((body as AlertCheckList).checks.map(({ values }) => values[0]?.event)).toEqual([null, 'fired'])
  })

  test.runIf(inject('postgresUrl') !== undefined)('is checked by one instance of several, once each time', async () => {
    const others = await Promise.all([openInstance(), openInstance()])
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await mustCreate()).id))
    show(120)
    await Promise.all(ids.map((id) => bed.ask('POST', `/api/alerts/${id}/check`, { as: owner, workspace })))
    await mails(12)
    const runs = await Promise.all(ids.map((id) => jobs.queue.listRuns(workspace, id)))
    expect(runs.map((of) => of.length)).toEqual(ids.map(() => 1))
    for (const instance of others) await instance.close()
    expect(mail.mails).toHaveLength(12)
  })

  test('is checked with the rights that its maker has then, and stops where they no longer suffice', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const { id } = await mustCreate({ addresses: [], people: [owner.id] }, eve)
    const attributes = { region: ['North'] }
    const change = (body: object) => bed.ask('PATCH', `/api/members/${eve.id}`, { as: owner, workspace, body })
    expect((await change({ attributes })).status).toBe(204)
    await check(id)
    expect([askedBy?.role, askedBy?.attributes]).toMatchObject(['editor', attributes])
    expect((await change({ role: 'viewer' })).status).toBe(204)
    expect(await check(id)).toBe('Stopped: The role of who made it has changed. Only editors tell others and webhooks.')
    expect((await mails(1))[0]).toMatchObject({
      to: [eve.email],
      text: expect.stringContaining('Only editors tell others'),
    })
    expect((await list(eve))[0]?.stopped).toContain('Only editors tell others')
  })

  test('takes no API token, whose scopes and end it would outlive', async () => {
    const wish = { name: 'nightly', scopes: ['content:write', 'query:run'], role: 'owner', expiresInDays: 9 }
    const { body } = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body: wish })
    const { secret } = body as { secret: string }
    const asked = [{ method: 'POST', body: choice }, { method: 'GET' }]
    for (const { method, ...given } of asked)
      expect(codeOf(await bed.ask(method, '/api/alerts', { token: secret, ...given }))).toBe('token-scope')
  })

  test('is not told to anybody once it is deleted, also if a message waits for its next try', async () => {
    const { id } = await mustCreate({ addresses: ['carl@example.org', 'CARL@example.org'] })
    show(120)
    mail.isRefusing = true
    await check(id)
    const waiting = async () => (await jobs.queue.list(workspace)).filter(({ kind, error }) => kind === 'mail' && error)
    await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 20_000 }).toBe(1)
    const [message] = await waiting()
    await bed.ask('DELETE', `/api/alerts/${id}`, { as: owner, workspace })
    mail.isRefusing = false
    await jobs.queue.runNow(workspace, message?.id ?? '')
    const runs = () => jobs.queue.listRuns(workspace, message?.id ?? '')
    await expect.poll(async () => (await runs()).length, { interval: 10, timeout: 20_000 }).toBe(2)
    expect((await runs())[0]?.note).toBe(
      'Not sent: what it belongs to was deleted, has stopped, or may no longer be sent.',
    )
    expect(mail.mails).toEqual([])
  })

  test('that an admin has paused stays so when its maker changes it', async () => {
    const { id } = await mustCreate()
    await jobs.queue.setPaused(workspace, id, true)
    await bed.ask('PATCH', `/api/alerts/${id}`, { as: owner, workspace, body: choice })
    expect((await list())[0]?.isPaused).toBe(true)
  })

  test('is listed for its maker however many others have newer ones', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const { id } = await mustCreate({ addresses: [], people: [bob.id] }, bob)
    await bed.store.tables.write(
      `INSERT INTO alert (id, org, name, choice, state, created_by, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       SELECT 'other-' || i, org, name, choice, state, 'other', created_at + i FROM alert, n`,
      [],
    )
    expect((await list(bob)).map((one) => one.id)).toEqual([id])
  })

  test('whose message is given up is told to its maker, in its list too', async () => {
    const body = { name: 'Ops', format: 'signed', url: hook.url }
    const made = await bed.ask('POST', '/api/webhooks', { as: owner, workspace, body })
    const { webhook } = made.body as { webhook: { id: string } }
    const { id } = await mustCreate({ addresses: [], webhookId: webhook.id })
    show(120)
    hook.status = 410
    await check(id)
    const [told] = await mails(1)
    expect([told?.to, told?.parsed.subject, told?.text]).toEqual([
      [owner.email],
      'Not delivered: Sales is over 100, to a webhook',
      expect.stringContaining('It answered 410.'),
    ])
    expect((await list())[0]?.undelivered).toMatchObject({ error: expect.stringContaining('410'), nextAt: null })
  })

  test('is made by all who see the chart, for themselves; others and webhooks are for editors', async () => {
    const eve = await bed.join(owner, 'editor', workspace, 'eve@example.com')
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const own = { addresses: [], people: [bob.id] }
    const answers = await Promise.all([
      create(own, bob),
      create({ addresses: [], people: [eve.id] }, bob),
      create({ addresses: [], webhookId: 'hook' }, bob),
      create({}, eve),
      create({ ...own, people: ['stranger'] }, eve),
      create({ ...own, target: { kind: 'chart', id: 'other' } }, bob),
      create({ ...own, target: { kind: 'metric', id: 'other' } }, bob),
      create({ addresses: [] }),
      create({ addresses: [], isNotified: false }),
      create({ condition: { kind: 'above', value: 'NaN' } }),
      create({ locale: 'xx-invalid-$$$' }),
      create({ condition: { kind: 'changed', by: 0, unit: 'percent', direction: 'up', since: 'check' } }),
      create({ when: { kind: 'schedule', schedule: { pattern: '* * * * *', timeZone: 'UTC' } } }),
    ])
    expect(answers.map((one) => (one.status === 201 ? 'made' : codeOf(one)))).toEqual([
      ...['made', 'forbidden', 'forbidden', 'forbidden', 'invalid-request', 'not-found', 'not-found'],
      ...Array.from({ length: 6 }, () => 'invalid-request'),
    ])
    const { id } = (await list(bob))[0] ?? expect.fail('no alert')
    expect((await create({ addresses: [], isNotified: true }, eve)).status).toBe(201)
    expect([(await list(bob)).length, (await list(eve)).length, (await list()).length]).toEqual([1, 1, 2])
    const path = `/api/alerts/${id}`
    const refused = await Promise.all([
      bed.ask('DELETE', path, { as: eve, workspace }),
      bed.ask('GET', `${path}/checks`, { as: eve, workspace }),
      bed.ask('POST', `${path}/snooze`, { as: eve, workspace, body: { until: 5 } }),
      bed.ask('PATCH', path, { as: owner, workspace, body: choice }),
    ])
    expect(refused.map(codeOf)).toEqual(['not-found', 'not-found', 'not-found', 'forbidden'])
    expect((await bed.ask('DELETE', path, { as: owner, workspace })).status).toBe(204)
    expect(await jobs.queue.get(workspace, id)).toBeUndefined()
  })
})

const timing = { queueMs: 0, planMs: 0, executeMs: 0, fetchMs: 0, encodeMs: 0 }

/** Encodes an answer as the query service does. */
function encoded(answer: readonly Column[] | ErrorBody): EncodedResult {
  const head = {
    ...{ asOf: new Date(0).toISOString(), cache: { state: 'miss', ageMs: 0, key: 'key' }, timing },
    ...{ appliedFilters: [], ignoredFilters: [] },
    ...('code' in answer ? { status: 'failed', error: answer } : { status: 'success' }),
  }
  const columns = 'code' in answer ? [] : answer
  const members = {
    fields: columns.map(([name, type]) => ({ name, type, databaseType: '', nullable: true })),
    columns: columns.map(([, , cells]) => cells),
    rowCount: columns[0]?.[2].length ?? 0,
    truncated: null,
  }
  const membersOf = (value: object) => JSON.stringify(value).slice(1, -1)
  return { item: 0, httpStatus: 200, head: membersOf(head), members: Buffer.from(membersOf(members)) }
}
