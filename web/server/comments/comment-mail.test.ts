import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer, type MailServer } from '@testkit/servers/mail-test-server'
import { openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { openJobs, type Jobs } from '../jobs/open-jobs'
import { openCommentMail } from './open-comment-mail'

const minuteMs = 60_000

describe('a comment that concerns somebody', () => {
  let mail: MailServer
  let bed: TeamTestBed
  let jobs: Jobs
  let [ann, bob, vera]: TestPerson[] = []
  let org: string
  beforeEach(async () => {
    mail = await startMailServer()
    bed = await openTeamTestBed()
    const { owner, workspace } = await bed.setUp()
    org = workspace.id
    ann = owner
    bob = await bed.join(owner, 'editor', org, 'bob@example.org')
    vera = await bed.join(owner, 'viewer', org, 'vera@example.org')
    const firstTab = { id: 't', name: 't', order: 'a0' }
    await act(ann, 'createFolder', { id: 'f', parentId: null, name: 'f', order: 'a0' })
    await act(ann, 'createDashboard', {
      ...{ id: 'd', folderId: 'f', name: 'Sales <b>', description: '', order: 'a0', firstTab },
    })
    await start()
  })
  afterEach(async () => {
    await jobs.close()
    await bed.dispose()
    await mail.close()
  })

  const start = async () => {
    const { store, log } = bed
    const clock = () => Date.now() + bed.clock.aheadMs
    const config = {
      ...({ mode: 'team', publicUrl, port: 0, databaseUrl: undefined, smtpUrl: mail.url, jobDays: 30 } as const),
      ...{ mailFrom: 'Tidemark <tidemark@tidemark.example>', webhookHosts: [] },
    }
    const none = { get: async () => undefined, set: async () => undefined }
    const secrets = { ...none, delete: async () => undefined, countLocked: async () => 0 }
    jobs = await openJobs({ config, store, log, clock, secrets })
    const comment = await openCommentMail({ config, store, jobs, sync: bed.services.sync, clock })
    jobs.start({ comment, alert: comment, subscription: comment }, async () => undefined)
  }
  const actorOf = async (person: TestPerson | undefined) => {
    const { openPeople } = await import('../subscriptions/people')
    const people = await openPeople({ mode: 'team', publicUrl, port: 0 }, bed.store.tables)
    const actor = await people.actorOf(org, person?.id ?? '')
    if (actor === null) throw new Error('no member')
    return actor
  }
  const act = async (person: TestPerson | undefined, name: string, args: object) =>
    bed.services.sync.mutate(await actorOf(person), name, args)
  const say = (person: TestPerson | undefined, id: string, given: object = {}) =>
    act(person, 'createComment', {
      ...{ id, dashboardId: 'd', threadId: null, tileId: null, text: `Words of ${id}`, mentions: [], ...given },
    })
  /** Lets the time pass and waits until no job of a comment waits. */
  const pass = async (minutes = 3) => {
    bed.clock.aheadMs += minutes * minuteMs
    // Whoever adds or changes a job looks for due ones.
    await jobs.queue.setPaused(org, 'none', false)
    const isDone = async () => {
      const listed = await jobs.queue.list(org)
      return listed.every(
        ({ state, nextAt }) => state !== 'running' && (nextAt ?? Infinity) > Date.now() + bed.clock.aheadMs,
      )
    }
    await expect.poll(isDone, { interval: 10, timeout: 20_000 }).toBe(true)
    return mail.mails.map(({ to, parsed }) => [to[0], parsed.subject])
  }

  test('is mailed to whom it names, with the words, a link and a way to switch it off', async () => {
    await say(ann, 'one', { text: 'Is <this> right?', mentions: [bob?.id] })
    expect(await pass(1)).toEqual([])
    expect(await pass()).toEqual([['bob@example.org', expect.stringMatching(/ named you on “Sales <b>”$/)]])
    const [got] = mail.mails
    expect(got?.text).toContain('Is <this> right?')
    expect(got?.text).toContain(`${publicUrl}/w/acme/dashboards/d?comment=one`)
    expect(got?.text).toContain(`${publicUrl}/w/acme/settings/account`)
    expect(got?.parsed.headers.get('list')).toMatchObject({
      unsubscribe: { url: `${publicUrl}/w/acme/settings/account` },
    })
    const html = String(got?.parsed.html)
    expect([html.includes('Is &lt;this&gt; right?'), html.includes('Sales &lt;b&gt;')]).toEqual([true, true])
  })

  test('is told once, with what else was written in its thread until then, and to all in it', async () => {
    await say(ann, 'one', { mentions: [bob?.id] })
    await say(ann, 'two', { threadId: 'one' })
    await act(ann, 'updateComment', { id: 'one', dashboardId: 'd', text: 'Better', mentions: [bob?.id] })
    expect(await pass()).toEqual([['bob@example.org', '2 new comments on “Sales <b>”']])
    expect(mail.mails[0]?.text).toMatch(/Better[^]*Words of two/)
    await say(bob, 'three', { threadId: 'one' })
    expect((await pass()).slice(1)).toEqual([[ann?.email, expect.stringContaining('answered on')]])
    expect(mail.mails[1]?.parsed.references).toEqual(mail.mails[0]?.parsed.references)
  })

  test('that names somebody only later is mailed to them then', async () => {
    await say(ann, 'one')
    await pass()
    await act(ann, 'updateComment', { id: 'one', dashboardId: 'd', text: 'You?', mentions: [vera?.id] })
    expect(await pass()).toEqual([['vera@example.org', expect.stringContaining('named you')]])
  })

  test('is not mailed if it was read, deleted or is out of sight by then, nor to who wants no mail', async () => {
    await say(ann, 'read', { mentions: [bob?.id] })
    await act(bob, 'readComments', { dashboardId: 'd', upTo: Date.now() + minuteMs })
    await say(ann, 'gone', { mentions: [vera?.id] })
    await act(ann, 'deleteComment', { id: 'gone', dashboardId: 'd' })
    expect(await pass()).toEqual([])
    await act(vera, 'setCommentMail', { isOn: false })
    await say(ann, 'unwanted', { mentions: [vera?.id, 'nobody'] })
    expect(await pass()).toEqual([])
    await say(ann, 'closed', { mentions: [bob?.id] })
    await act(ann, 'keepFolder', { id: 'f', first: [{ to: { kind: 'person', userId: ann?.id }, level: 'edit' }] })
    expect(await pass()).toEqual([])
    expect(await jobs.queue.list(org)).toEqual([])
  })

  test('is mailed once over a mail server that is away and a restart, and not after access was lost', async () => {
    mail.isRefusing = true
    await say(ann, 'one', { mentions: [bob?.id, vera?.id] })
    expect(await pass()).toEqual([])
    await jobs.close()
    mail.isRefusing = false
    await act(ann, 'keepFolder', {
      id: 'f',
      first: [ann?.id, bob?.id].map((userId) => ({ to: { kind: 'person', userId }, level: 'edit' })),
    })
    await start()
    expect((await pass(10)).map(([to]) => to)).toEqual(['bob@example.org'])
    await pass(60)
    expect(mail.mails).toHaveLength(1)
  })
})
