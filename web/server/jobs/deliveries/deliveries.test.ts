import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { startMailServer, type MailServer } from '@testkit/servers/mail-test-server'
import { openStorePerTest } from '@testkit/store/store-per-test'
import { parseWebhookHosts } from '@/server/base/connection-reach'
import type { SecretStore } from '@/server/secrets/secret-store'
import { createDeliveryHandlers } from './delivery-jobs'
import { openMailer, type Mailer } from './mailer'
import { createWebhookService, type WebhookService } from './webhook-service'

interface Got {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const context = {
  ...{ id: 'key-1', orgId: 'local', key: 'key-1', dueAt: 1, createdBy: 'ann', source: null },
  signal: new AbortController().signal,
}

describe('a webhook', () => {
  const bed = openStorePerTest()
  let got: Got[]
  let answer: (response: ServerResponse) => void
  let origin: string
  let close: () => Promise<void>
  let webhooks: WebhookService
  const secrets = new Map<string, string>()
  const openWebhooks = (mode: 'local' | 'team', hosts: readonly string[] = [], timeoutMs = 15_000) =>
    createWebhookService({
      tables: bed.store.tables,
      // In place of the keys of an installation.
      secrets: {
        get: async (_, id) => secrets.get(id),
        set: async (_, id, text) => void secrets.set(id, text),
        delete: async (_, id) => void secrets.delete(id),
        countLocked: async () => 0,
      } satisfies SecretStore,
      reach: parseWebhookHosts(hosts, mode),
      clock: Date.now,
      timeoutMs,
    })
  beforeEach(async () => {
    got = []
    secrets.clear()
    answer = (response) => response.end('ok')
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        got.push({ headers: request.headers, body })
        answer(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
    close = () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
    webhooks = openWebhooks('local')
  })
  afterEach(() => close())

  const message = { type: 'test', title: 'Sales <b>', text: '5 & 6', url: 'https://tidemark.example/x' }
  const create = async (format: 'signed' | 'slack' = 'signed', url = `${origin}/hook?token=t`) =>
    await webhooks.create(localOwner, { name: 'Ops', format, url })
  const deliver = async (id: string, service = webhooks) => await service.deliver('local', id, message, context)

  test('gets its message signed as Standard Webhooks says, under the key of its job', async () => {
    const { webhook, secret } = await create()
    await deliver(webhook.id)
    const [{ headers, body } = { headers: {}, body: '' }] = got
    // A published receiver verifies it.
    const verified = new StandardWebhook(secret ?? '').verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'test', data: { title: message.title, text: message.text } })
    expect([headers['webhook-id'], headers['content-type']]).toEqual(['key-1', 'application/json; charset=utf-8'])
    expect(() => new StandardWebhook(secret ?? '').verify(`${body} `, headers as Record<string, string>)).toThrow(
      'No matching signature found',
    )
  })

  test('of Slack gets a text in which nothing of the data is markup', async () => {
    const { webhook, secret } = await create('slack')
    await deliver(webhook.id)
    const text = '*Sales &lt;b&gt;*\n5 &amp; 6\n<https://tidemark.example/x|Open in Tidemark>'
    expect([secret, JSON.parse(got[0]?.body ?? '')]).toEqual([null, { text }])
  })

  test.each([
    [
      '500',
      (response: ServerResponse) => void response.writeHead(500).end('down <b>now'),
      'delivery-failed',
      '500: down',
    ],
    ['429', (response: ServerResponse) => void response.writeHead(429).end(), 'delivery-failed', '429'],
    ['404', (response: ServerResponse) => void response.writeHead(404).end(), 'delivery-refused', '404'],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'delivery-refused',
      'Redirects are not followed',
    ],
    [
      '101',
      (response: ServerResponse) => void response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
      'delivery-refused',
      'It answered 101',
    ],
    ['nothing', () => undefined, 'delivery-failed', 'did not answer within 0.5 seconds'],
    [
      'half of an answer',
      (response: ServerResponse) => void response.writeHead(200).write('o'),
      'delivery-failed',
      'did not answer',
    ],
    ['a broken connection', (response: ServerResponse) => void response.destroy(), 'delivery-failed', 'broke off'],
  ])('that answers with %s fails and says so', async (_, how, code, detail) => {
    answer = how
    const { webhook } = await create()
    const timeoutMs = detail.startsWith('did not answer') ? 500 : undefined
    const delivered = deliver(webhook.id, openWebhooks('local', [], timeoutMs))
    await expect(delivered).rejects.toMatchObject({ code, detail: expect.stringContaining(detail) })
    expect(got).toHaveLength(1)
  })

  test.each([
    ['this machine by name', undefined],
    ['this machine by address', 'http://127.0.0.1:9/'],
    ['this machine by IPv6', 'http://[::1]:9/'],
    ['a private network', 'http://10.0.0.1/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest'],
  ])('of a team does not lead to %s', async (_, url) => {
    const { webhook } = await create('signed', url)
    const refused = deliver(webhook.id, openWebhooks('team'))
    await expect(refused).rejects.toMatchObject({ code: 'webhook-not-allowed' })
    expect(got).toEqual([])
  })

  test('of a team leads where the setting allows, and nowhere else', async () => {
    const { webhook } = await create()
    await deliver(webhook.id, openWebhooks('team', ['localhost']))
    expect(got).toHaveLength(1)
    const refused = deliver(webhook.id, openWebhooks('team', ['hooks.example.com']))
    await expect(refused).rejects.toMatchObject({ code: 'webhook-not-allowed' })
  })

  test('tells its host and never its address; once removed, it gets nothing', async () => {
    const { webhook } = await create()
    expect(webhook.host).toBe('localhost')
    const listed = await webhooks.list(localOwner)
    const { rows } = await bed.store.tables.read('SELECT * FROM webhook', [])
    expect([listed, JSON.stringify(rows).includes('token=t')]).toEqual([[webhook], false])
    await webhooks.delete(localOwner, webhook.id)
    await expect(deliver(webhook.id)).rejects.toMatchObject({ code: 'delivery-refused' })
    expect([secrets.size, got]).toEqual([0, []])
  })

  test('is made by admins, and seen by editors', async () => {
    const body = { name: 'Ops', format: 'signed', url: origin } as const
    await expect(webhooks.create({ ...localOwner, role: 'editor' }, body)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await webhooks.list({ ...localOwner, role: 'editor' })).toEqual([])
    await expect(webhooks.list({ ...localOwner, role: 'explorer' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a mail', () => {
  let server: MailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startMailServer()
    mailer = openMailer(server.url, 'Tidemark <tidemark@tidemark.example>')
  })
  afterAll(async () => {
    mailer.close()
    await server.close()
  })

  const mail = { to: 'bob@example.com', subject: 'Sales', text: 'Five.' }
  const send = async (given = mail, by: Mailer | null = mailer) => {
    const webhooks = { deliver: async () => undefined }
    const files = { get: async () => undefined }
    const { mail: handler } = createDeliveryHandlers({
      mailer: by,
      mailFrom: 'T <t@tidemark.example>',
      webhooks,
      files,
    })
    return await handler.run(given, context)
  }

  test('arrives, under an id that is the same at each try', async () => {
    expect(await send()).toBe('Sent to bob@example.com')
    const arrived = { to: ['bob@example.com'], parsed: { subject: 'Sales', messageId: '<key-1@tidemark.example>' } }
    expect(server.mails.at(-1)).toMatchObject(arrived)
  })

  test('to a mailbox that does not exist is refused for good', async () => {
    server.unknown = 'nobody@example.com'
    const sent = send({ ...mail, to: 'nobody@example.com' })
    await expect(sent).rejects.toMatchObject({ code: 'delivery-refused', detail: expect.stringContaining('550') })
  })

  test('that the server cannot take now is tried again', async () => {
    server.isRefusing = true
    await expect(send()).rejects.toMatchObject({
      code: 'delivery-failed',
      detail: expect.stringContaining('mailbox full'),
    })
    server.isRefusing = false
  })

  test('without a mail server, or with one that is away, fails and says so', async () => {
    await expect(send(mail, null)).rejects.toMatchObject({ code: 'mail-not-set-up' })
    const away = openMailer('smtp://127.0.0.1:9', 'Tidemark <tidemark@tidemark.example>')
    await expect(send(mail, away)).rejects.toMatchObject({ code: 'delivery-failed' })
    away.close()
  })
})
