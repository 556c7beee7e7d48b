import type { AuditEvent } from '@tidemark/shared/audit/audit-event'
import { expect, test } from 'vitest'
import { createAuditFile } from './audit-file'

const event = (id: string, changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  actor: { kind: 'person', userId: 'ann' },
  action: 'invite-created',
  target: null,
  detail: {},
  ip: '203.0.113.7',
  ...changes,
})

/** Returns the events in pages of one event. */
function partsOf(events: readonly AuditEvent[], people: Record<string, string> = {}) {
  const asked: (string | undefined)[] = []
  const read = async (before: string | undefined) => {
    asked.push(before)
    const index = Number(before ?? 0)
    const found = events.slice(index, index + 1)
    return { events: found, people, next: index + 1 < events.length ? String(index + 1) : null }
  }
  return { asked, read }
}

test('what people wrote does not become a formula of a spreadsheet, in any column', async () => {
  const { read } = partsOf(
    [
      event('1', { target: '+evil@example.com', detail: { email: '+evil@example.com', note: 'a "b"' } }),
      event('2', { actor: { kind: 'unknown', userId: null }, target: 'bob', ip: null }),
    ],
    { ann: '=HYPERLINK("http://x")', bob: '@sum' },
  )
  expect(await new Response(createAuditFile('csv', read).body).text()).toBe(
    [
      'at,action,actorKind,actorId,actorName,target,targetName,ip,detail,id',
      `2026-01-02T03:04:05.000Z,invite-created,person,ann,"'=HYPERLINK(""http://x"")",'+evil@example.com,,203.0.113.7,` +
        `"{""email"":""+evil@example.com"",""note"":""a \\""b\\""""}",1`,
      "2026-01-02T03:04:05.000Z,invite-created,unknown,,,bob,'@sum,,{},2",
      '',
    ].join('\r\n'),
  )
})

test('of no events is a header', async () => {
  const { body } = createAuditFile('csv', async () => ({ events: [], people: {}, next: null }))
  expect(await new Response(body).text()).toMatch(/^at,[^\n]+\r\n$/)
})

test('is read no faster than it is taken, and no further once nobody takes it', async () => {
  const { asked, read } = partsOf(Array.from({ length: 50 }, (_, index) => event(String(index))))
  const reader = createAuditFile('ndjson', read).body.getReader()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked.length).toBeLessThan(4)
  const before = asked.length
  await reader.cancel()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toHaveLength(before)
})

test('one that fails on the way breaks off', async () => {
  const { read } = partsOf([event('1'), event('2')])
  const failing = async (before: string | undefined) => {
    if (before !== undefined) throw new Error('the store went')
    return read(before)
  }
  await expect(new Response(createAuditFile('ndjson', failing).body).text()).rejects.toThrow('the store went')
})
