import { describe, expect, test } from 'vitest'
import { isReadyToStore, openDraft, receiveStored, resolveDraft, storeDraft, typeIntoDraft } from './sql-draft'

const clean = openDraft('select 1', undefined)
const typed = typeIntoDraft(clean, 'select 12')

describe('the text of a query', () => {
  test('is stored when something was typed, once', () => {
    expect(isReadyToStore(clean)).toBe(false)
    expect(isReadyToStore(typed)).toBe(true)
    expect(isReadyToStore(storeDraft(typed))).toBe(false)
  })

  test('that was stored before the page closed waits for a choice beside what is there instead, even the text before it', () => {
    const kept = { text: 'select 12', base: 'select 1', isStored: true } as const
    expect(openDraft('select 12', kept)).toEqual(openDraft('select 12', undefined))
    const opened = openDraft('select 1', kept)
    expect(opened).toMatchObject({ text: 'select 12', theirs: 'select 1' })
    expect(isReadyToStore(opened)).toBe(false)
    expect(isReadyToStore(openDraft('select 1', { ...kept, isStored: undefined }))).toBe(true)
  })

  test('ignores the echo of what it stored, also when typing went on meanwhile', () => {
    const further = typeIntoDraft(storeDraft(typed), 'select 123')
    expect(receiveStored(further, 'select 12', true)).toBe(further)
    expect(receiveStored(storeDraft(typed), 'select 12', true).theirs).toBeNull()
  })

  test('takes over a change from elsewhere when nothing is typed and nobody is in the editor', () => {
    expect(receiveStored(clean, 'select 9', false)).toEqual({ text: 'select 9', base: 'select 9', theirs: null })
  })

  test('keeps what is typed when somebody else changes it, and stores neither over the other', () => {
    for (const inEditor of [true, false]) {
      const differing = receiveStored(typed, 'select 9', inEditor)
      expect(differing).toMatchObject({ text: 'select 12', base: 'select 1', theirs: 'select 9' })
      expect(isReadyToStore(typeIntoDraft(differing, 'select 1234'))).toBe(false)
    }
  })

  test('leaves the choice to the person, also when their own text is stored and they go elsewhere', () => {
    const waiting = receiveStored(storeDraft(typed), 'select 9', true)
    expect(receiveStored(waiting, 'select 9', false)).toBe(waiting)
    expect(receiveStored(waiting, 'select 10', false)).toMatchObject({ text: 'select 12', theirs: 'select 10' })
    const { text, base } = waiting
    expect(openDraft('select 9', { text, base })).toEqual(waiting)
  })

  test('takes over what waited beside a text that was only looked at', () => {
    expect(receiveStored(receiveStored(clean, 'select 9', true), 'select 9', false).text).toBe('select 9')
  })

  test('does not replace the text under the cursor even when nothing is typed', () => {
    expect(receiveStored(clean, 'select 9', true)).toEqual({ text: 'select 1', base: 'select 1', theirs: 'select 9' })
  })

  test('ends a difference with either text', () => {
    const differing = receiveStored(typed, 'select 9', true)
    expect(resolveDraft(differing, 'theirs')).toEqual({ text: 'select 9', base: 'select 9', theirs: null })
    const mine = resolveDraft(differing, 'mine')
    expect(mine.text).toBe('select 12')
    expect(isReadyToStore(mine)).toBe(true)
  })

  test('a difference ends by itself when the other side takes its change back', () => {
    expect(receiveStored(receiveStored(typed, 'select 9', true), 'select 1', true)).toEqual(typed)
  })

  test('what was kept when the page closed is restored and stored, or shown beside a newer stored text', () => {
    const kept = { text: 'select 12', base: 'select 1' }
    expect(isReadyToStore(openDraft('select 1', kept))).toBe(true)
    expect(openDraft('select 12', kept)).toEqual({ text: 'select 12', base: 'select 12', theirs: null })
    expect(openDraft('select 9', kept)).toMatchObject({ text: 'select 12', base: 'select 1', theirs: 'select 9' })
  })
})
