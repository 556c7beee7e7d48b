import { beforeEach, describe, expect, test } from 'vitest'
import { emptyQuestion } from '../builder/question'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { folderIdSchema } from '../folders/folder'
import { createFolder } from '../folders/folder-mutators'
import { localConnectionId } from '../query/run-query'
import { chartIdSchema, chartKey, chartSchema } from './chart'
import { createChart, updateChart, updateQuestion, updateSqlQuery } from './chart-mutators'
import { defaultVisual } from './chart-visual'

const id = chartIdSchema.parse('c')
const folderId = folderIdSchema.parse('f')
const query = { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' } as const

describe('chart mutators', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx()
    await tx.run(createFolder, { id: folderId, parentId: null, name: 'f', order: 'a0' })
  })
  const create = (changes: object = {}) =>
    tx.run(createChart, {
      id,
      folderId: null,
      name: 'Sales',
      description: '',
      query,
      visual: defaultVisual,
      order: 'a0',
      ...changes,
    })
  const chart = () => chartSchema.parse(tx.entries.get(chartKey(id)))

  test('a new chart is whole, with its name without outer spaces', async () => {
    await create({ name: '  Sales ' })
    expect(chart()).toEqual({
      id: 'c',
      folderId: null,
      name: 'Sales',
      description: '',
      query,
      visual: defaultVisual,
      order: 'a0',
      deletedAt: null,
      createdAt: 10,
      createdBy: 'ann',
      updatedAt: 10,
      updatedBy: 'ann',
    })
  })

  test.each([
    ['a taken id', {}, 'already-exists'],
    ['a folder that does not exist', { id: 'd', folderId: 'absent' }, 'not-found'],
  ])('a chart with %s is refused', async (_, changes, code) => {
    await create()
    await expect(create(changes)).rejects.toMatchObject({ code })
  })

  test.each([
    ['name', { name: 'Profit' }],
    ['description', { description: 'in euros' }],
    ['query', { query: { ...query, sql: 'select 2' } }],
    ['order', { order: 'b00' }],
    ['folderId', { folderId }],
    ['deletedAt', { deletedAt: 77 }],
  ])('changing %s leaves every other field as it was', async (_, changes) => {
    await create()
    const before = chart()
    await tx.as('bob').run(updateChart, { id, ...changes }, 20)
    expect(chart()).toEqual({ ...before, ...changes, updatedAt: 20, updatedBy: 'bob' })
  })

  test('two people who change different options of the drawing both win', async () => {
    await create()
    await tx.run(updateChart, { id, visual: { type: 'bar', xTitle: 'Month' } })
    await tx.as('bob').run(updateChart, { id, visual: { stack: 'percent' } })
    expect(chart().visual).toEqual({ ...defaultVisual, type: 'bar', xTitle: 'Month', stack: 'percent' })
  })

  test('a change of one choice leaves those alone that charts were once stored without', async () => {
    await create({ visual: { ...defaultVisual, type: 'treemap', x: 'region', detail: 'shop' } })
    await tx.run(updateChart, { id, visual: { xTitle: 'Region' } })
    expect(chart().visual).toMatchObject({ detail: 'shop', xTitle: 'Region' })
  })

  test.each([
    ['of a chart that does not exist', { id: chartIdSchema.parse('absent'), name: 'x' }],
    ['into a folder that does not exist', { id, folderId: folderIdSchema.parse('absent') }],
  ])('a change %s is refused', async (_, args) => {
    await create()
    await expect(tx.run(updateChart, args)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('asks a connected database only by the hand of somebody who may write SQL for it', async () => {
    const remote = { ...query, connectionId: 'shop' }
    await expect(create({ query: remote })).rejects.toMatchObject({ code: 'forbidden' })
    await create()
    await expect(tx.run(updateChart, { id, query: remote })).rejects.toMatchObject({ code: 'forbidden' })
    const granted = tx.as('ann', { grants: [{ on: 'connection', connectionId: 'shop', level: 'sql' }] })
    await granted.run(updateChart, { id, query: remote })
    expect(chart().query.connectionId).toBe('shop')
    await expect(tx.run(updateChart, { id, query: { ...remote, sql: 'select secret' } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await tx.run(updateChart, { id, name: 'Renamed by an editor' })
  })

  describe('a query in SQL', () => {
    const city = { name: 'city', type: 'text' } as const
    const year = { name: 'year', type: 'number' } as const
    const parametersNow = () => {
      const { query: now } = chart()
      return now.kind === 'sql' ? now.parameters : undefined
    }

    test('keeps what people change in its text, its parameters and where it is asked', async () => {
      await create({ query: { ...query, parameters: [city, year] } })
      const owner = tx.as('bob', { role: 'owner' })
      await tx.run(updateSqlQuery, { id, sql: 'select {{city}}' })
      await owner.run(updateSqlQuery, {
        id,
        declare: [
          { ...city, label: 'Town' },
          { name: 'day', type: 'date' },
        ],
      })
      await owner.run(updateSqlQuery, { id, undeclare: ['year', 'absent'] })
      await owner.run(updateSqlQuery, { id, connectionId: 'shop' })
      expect(chart().query).toEqual({
        kind: 'sql',
        connectionId: 'shop',
        sql: 'select {{city}}',
        parameters: [
          { ...city, label: 'Town' },
          { name: 'day', type: 'date' },
        ],
      })
      expect(chart().updatedBy).toBe('bob')
    })

    test('takes no more parameters than a query holds', async () => {
      await create({ query: { ...query, parameters: [city] } })
      const many = Array.from({ length: 50 }, (_, index) => ({ name: `p${index}`, type: 'text' }) as const)
      await expect(tx.run(updateSqlQuery, { id, declare: many })).rejects.toMatchObject({ code: 'invalid-mutation' })
      expect(parametersNow()).toEqual([city])
    })

    test('is not changed any more once it is a question', async () => {
      await create({ query: { kind: 'builder', connectionId: localConnectionId, question: emptyQuestion } })
      await expect(tx.run(updateSqlQuery, { id, sql: 'select 2' })).rejects.toMatchObject({ code: 'changed-since' })
    })

    test('gets no text for a database from somebody who may not ask that one with SQL', async () => {
      await create()
      await tx.as('bob', { role: 'owner' }).run(updateSqlQuery, { id, connectionId: 'shop' })
      await expect(tx.run(updateSqlQuery, { id, sql: 'select secret' })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(tx.run(updateSqlQuery, { id, declare: [city] })).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('is not brought to other data by somebody who may not read it where it is', async () => {
      await create()
      await tx.as('bob', { role: 'owner' }).run(updateSqlQuery, { id, connectionId: 'shop' })
      const away = { id, connectionId: localConnectionId }
      await expect(tx.run(updateSqlQuery, away)).rejects.toMatchObject({ code: 'forbidden' })
      await tx.as('bob', { role: 'owner' }).run(updateSqlQuery, away)
      expect(chart().query).toMatchObject({ connectionId: localConnectionId })
    })

    test('is not written over by somebody who was shown another text in its place', async () => {
      await create()
      const shown = chart()
      tx.entries.set(chartKey(id), { ...shown, query: { ...query, sql: 'stamp', withheld: true } })
      await expect(tx.run(updateSqlQuery, { id, declare: [city] })).rejects.toMatchObject({ code: 'invalid-mutation' })
    })
  })

  describe('a question', () => {
    const source = { schema: null, name: 'orders' }
    const asked = { kind: 'builder', connectionId: localConnectionId, question: { ...emptyQuestion, source } } as const

    test('keeps what two people change in different parts of it', async () => {
      await create({ query: asked })
      await tx.run(updateQuestion, { id, question: { limit: 10 } })
      await tx.as('bob').run(updateQuestion, { id, question: { filter: { match: 'any', items: [] } } })
      expect(chart().query).toEqual({
        ...asked,
        question: { ...asked.question, limit: 10, filter: { match: 'any', items: [] } },
      })
      expect(chart().updatedBy).toBe('bob')
    })

    test('keeps what two people add to one list of it, where each says what they began with', async () => {
      const columns = ['city', 'day'].map(
        (name) => ({ join: null, name, type: 'text', databaseType: 'VARCHAR' }) as const,
      )
      await create({ query: asked })
      const begun = { columns: [] }
      await tx.run(updateQuestion, { id, question: { columns: columns.slice(0, 1) }, basedOn: begun })
      await tx.as('bob').run(updateQuestion, { id, question: { columns: columns.slice(1) }, basedOn: begun })
      expect(chart().query).toMatchObject({ question: { columns } })
      // The mutation of an earlier page does not say on which question it is based.
      await tx.run(updateQuestion, { id, question: { columns: [] } })
      expect(chart().query).toEqual(asked)
    })

    test('is not changed any more once it is SQL', async () => {
      await create()
      await expect(tx.run(updateQuestion, { id, question: { limit: 10 } })).rejects.toMatchObject({
        code: 'changed-since',
      })
    })

    test('is given to a chart by somebody with a grant of the builder, who may not give it SQL', async () => {
      const granted = tx.as('ann', { grants: [{ on: 'connection', connectionId: 'shop', level: 'builder' }] })
      await create()
      await granted.run(updateChart, { id, query: { ...asked, connectionId: 'shop' } })
      await granted.run(updateQuestion, { id, question: { limit: 5 } })
      await expect(tx.run(updateQuestion, { id, question: { limit: 6 } })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(granted.run(updateChart, { id, query: { ...query, connectionId: 'shop' } })).rejects.toMatchObject({
        code: 'forbidden',
      })
    })
  })
})
