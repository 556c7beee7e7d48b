import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '../dashboards/dashboard'
import { createDashboard, updateDashboard } from '../dashboards/dashboard-mutators'
import { folderIdSchema } from '../folders/folder'
import { createFolder, updateFolder } from '../folders/folder-mutators'
import { workspaceKey } from '../workspaces/workspace'
import { updateWorkspace } from '../workspaces/workspace-mutators'
import { commentIdSchema, commentKey, commentsReadKey } from './comment'
import {
  createComment,
  deleteComment,
  markComments,
  readComments,
  resolveComment,
  updateComment,
} from './comment-mutators'
import { countUnread, getCommentsRead, isUnread, listComments, listInbox, threadsOf } from './comment-queries'

const dashboardId = dashboardIdSchema.parse('d')
const tileId = tileIdSchema.parse('x')
const [outer, inner] = [folderIdSchema.parse('outer'), folderIdSchema.parse('inner')]
const id = (text: string) => commentIdSchema.parse(text)
const mark = { label: 'South', parts: [{ column: 'region', kind: 'values' as const, values: ['South'] }] }

let ann: MapEntryTx
let bob: MapEntryTx
let viewer: MapEntryTx
let admin: MapEntryTx
beforeEach(async () => {
  ann = new MapEntryTx('ann')
  bob = ann.as('bob')
  viewer = ann.as('vera', { role: 'viewer' })
  admin = ann.as('ada', { role: 'admin' })
  await ann.run(createFolder, { id: outer, parentId: null, name: 'Outer', order: 'a0' })
  await ann.run(createFolder, { id: inner, parentId: outer, name: 'Inner', order: 'a0' })
  const firstTab = { id: tabIdSchema.parse('t'), name: 'Tab', order: 'a0' }
  await ann.run(createDashboard, {
    ...{ id: dashboardId, folderId: inner, name: 'D', description: '', order: 'a0', firstTab },
  })
})

const say = (who: MapEntryTx, name: string, given: object = {}, at = 10) =>
  who.run(
    createComment,
    {
      ...{ id: id(name), dashboardId, threadId: null, tileId: null, text: name, mentions: [] },
      ...given,
    },
    at,
  )
const threads = () =>
  threadsOf(listComments(ann.view, dashboardId)).map(({ first, replies }) => [
    first.id,
    ...replies.map((one) => one.id),
  ])
const get = (name: string) => ann.entries.get(commentKey(dashboardId, id(name)))

describe('a comment', () => {
  test('begins a thread about a mark, and replies belong to it alone', async () => {
    await say(ann, 'one', { tileId, mark })
    await say(bob, 'two', { threadId: id('one'), tileId, mark }, 20)
    await say(ann, 'other', {}, 15)
    // Newest beginning first; a reply moves nothing.
    expect(threads()).toEqual([['other'], ['one', 'two']])
    expect(get('one')).toMatchObject({ tileId: 'x', mark, createdBy: 'ann' })
    expect(get('two')).toMatchObject({ tileId: null, createdBy: 'bob' })
    expect(get('two')).not.toHaveProperty('mark')
  })

  test('is edited by its author alone, and says so', async () => {
    await say(ann, 'one')
    await expect(
      admin.run(updateComment, { id: id('one'), dashboardId, text: 'no', mentions: [] }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await ann.run(updateComment, { id: id('one'), dashboardId, text: ' Better ', mentions: ['bob', 'bob'] }, 30)
    expect(get('one')).toMatchObject({ text: 'Better', mentions: ['bob'], editedAt: 30 })
  })

  test('has something to read', () => {
    for (const text of ['', '  \n', '\u200b'])
      expect(
        createComment.argsSchema.safeParse({
          ...{ id: 'a', dashboardId, threadId: null, tileId: null, text, mentions: [], at: 1, actionId: 'a' },
        }).success,
      ).toBe(false)
  })

  test('is deleted by its author and by admins; the first one leaves a place while there are replies', async () => {
    const remove = (who: MapEntryTx, name: string) => who.run(deleteComment, { id: id(name), dashboardId }, 40)
    await say(ann, 'one', { tileId, mark })
    await say(bob, 'two', { threadId: id('one') })
    await expect(remove(bob, 'one')).rejects.toMatchObject({ code: 'forbidden' })
    await remove(ann, 'one')
    expect(get('one')).toMatchObject({ text: '', deletedAt: 40, mark })
    await expect(remove(ann, 'one')).rejects.toMatchObject({ code: 'not-found' })
    await remove(admin, 'two')
    expect(listComments(ann.view, dashboardId)).toEqual([])
  })

  test('that was deleted while its author, offline, changed it is gone, and its thread can still be answered', async () => {
    await say(ann, 'one')
    await say(bob, 'two', { threadId: id('one') })
    await admin.run(deleteComment, { id: id('one'), dashboardId }, 40)
    await expect(
      ann.run(updateComment, { id: id('one'), dashboardId, text: 'changed offline', mentions: [] }, 50),
    ).rejects.toMatchObject({ code: 'not-found' })
    await bob.run(updateComment, { id: id('two'), dashboardId, text: 'changed', mentions: [] }, 50)
    await say(ann, 'three', { threadId: id('one') }, 60)
    await bob.run(resolveComment, { id: id('one'), dashboardId, isResolved: true }, 70)
    expect([get('one'), get('two'), threads()]).toMatchObject([
      { text: '', resolvedBy: 'bob' },
      { text: 'changed' },
      [['one', 'two', 'three']],
    ])
  })

  test('is not made in a thread that is gone, below a reply, or on a dashboard in the trash', async () => {
    await expect(say(ann, 'one', { threadId: id('gone') })).rejects.toMatchObject({ code: 'not-found' })
    await say(ann, 'one')
    await say(ann, 'two', { threadId: id('one') })
    await expect(say(ann, 'three', { threadId: id('two') })).rejects.toMatchObject({ code: 'invalid-mutation' })
    await ann.run(updateDashboard, { id: dashboardId, deletedAt: 5 })
    await expect(say(ann, 'four')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a thread', () => {
  test('is resolved by anyone who may comment, and the first of two stands', async () => {
    const set = (who: MapEntryTx, isResolved: boolean, at: number) =>
      who.run(resolveComment, { id: id('one'), dashboardId, isResolved }, at)
    await say(ann, 'one')
    await set(bob, true, 20)
    await set(ann, true, 30)
    expect(get('one')).toMatchObject({ resolvedAt: 20, resolvedBy: 'bob' })
    await set(ann, false, 40)
    expect(get('one')).toMatchObject({ resolvedAt: null, resolvedBy: null })
    await expect(set(viewer, true, 50)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('viewers', () => {
  test('comment where the nearest folder that says something lets them, else the workspace', async () => {
    const tries = async (name: string) => {
      try {
        await say(viewer, name)
        return true
      } catch {
        return false
      }
    }
    expect(await tries('one')).toBe(false)
    await ann.run(updateFolder, { id: outer, viewersComment: true })
    expect(await tries('two')).toBe(true)
    await ann.run(updateFolder, { id: inner, viewersComment: false })
    expect(await tries('three')).toBe(false)
    await ann.run(updateFolder, { id: inner, viewersComment: null })
    expect(await tries('four')).toBe(true)
    await ann.run(updateFolder, { id: outer, viewersComment: null })
    expect(await tries('five')).toBe(false)
    const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
    await admin.set(workspaceKey, { name: 'Acme', timeZone: 'UTC', weekStart: 1, ...authorship })
    await admin.run(updateWorkspace, { viewersComment: true })
    expect(await tries('six')).toBe(true)
    await ann.run(updateFolder, { id: outer, viewersComment: false })
    expect(await tries('seven')).toBe(false)
  })
})

describe('what is unread', () => {
  test('are the comments of others since the last one read, for each person', async () => {
    await say(ann, 'one', {}, 10)
    await say(bob, 'two', {}, 20)
    await say(bob, 'three', {}, 30)
    const counts = () => ['ann', 'bob'].map((userId) => countUnread(ann.view, userId, dashboardId))
    expect(counts()).toEqual([2, 1])
    await ann.run(readComments, { dashboardId, upTo: 20 })
    expect(counts()).toEqual([1, 1])
    // An older tab that comes online later takes nothing back.
    await ann.run(readComments, { dashboardId, upTo: 10 })
    expect(ann.entries.get(commentsReadKey('ann', dashboardId))).toMatchObject({ upTo: 20 })
  })

  test('can be marked one by one, until the person reads on', async () => {
    await say(bob, 'one', {}, 10)
    await say(bob, 'two', {}, 20)
    await say(bob, 'three', {}, 30)
    const mark = (name: string, isRead: boolean) =>
      ann.run(markComments, { dashboardId, ids: [id(name), id('gone')], isRead })
    const unread = () => {
      const read = getCommentsRead(ann.view, 'ann', dashboardId)
      return listComments(ann.view, dashboardId).flatMap((one) => (isUnread(one, 'ann', read) ? [one.id] : []))
    }
    await mark('three', true)
    expect(unread()).toEqual(['one', 'two'])
    await ann.run(readComments, { dashboardId, upTo: 20 })
    expect(unread()).toEqual([])
    await mark('one', false)
    await mark('three', false)
    expect(unread()).toEqual(['one', 'three'])
    // A tab that read an earlier one takes back no mark of a later one.
    await ann.run(readComments, { dashboardId, upTo: 10 })
    expect(unread()).toEqual(['three'])
    await ann.run(readComments, { dashboardId, upTo: 30 })
    expect([unread(), ann.entries.get(commentsReadKey('ann', dashboardId))]).toEqual([
      [],
      { userId: 'ann', dashboardId, upTo: 30 },
    ])
  })

  test('in the inbox are mentions, and replies in one’s own threads', async () => {
    const inbox = () => listInbox(ann.view, 'ann').map(({ comment, why, isUnread }) => [comment.id, why, isUnread])
    await say(ann, 'mine', {}, 10)
    await say(bob, 'reply', { threadId: id('mine') }, 20)
    await say(bob, 'other', {}, 30)
    await say(bob, 'named', { mentions: ['ann'] }, 40)
    await say(bob, 'again', { threadId: id('named') }, 50)
    expect(inbox()).toEqual([
      ['again', 'reply', true],
      ['named', 'mention', true],
      ['reply', 'reply', true],
    ])
    await ann.run(readComments, { dashboardId, upTo: 40 })
    expect(inbox().map(([, , isUnread]) => isUnread)).toEqual([true, false, false])
    await ann.run(updateDashboard, { id: dashboardId, deletedAt: 5 })
    expect(inbox()).toEqual([])
  })
})
