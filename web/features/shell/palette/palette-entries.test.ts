import { expect, test } from 'vitest'
import type { Command, CommandContext } from '@/features/commands/command'
import { appCommands } from '@/features/commands/commands'
import { rankEntries } from '@/features/commands/rank-entries'
import { dataCommands } from './data-commands'
import { commandEntries, recentOf } from './palette-entries'

// The commands that are looked up here ask for nothing more.
const context = { mayEdit: true, mayAsk: true, isTeam: true, undoLabel: null, redoLabel: null } as CommandContext
const commands = [...dataCommands({ mayUpload: true, mayConnect: true, connect: () => undefined }), ...appCommands]
const found = (query: string) => rankEntries(commandEntries(commands, context), query, [], 2).map(({ id }) => id)

test.each([
  ['add data', ['command/add-data', 'command/connect-database']],
  ['upload', ['command/add-data', 'command/go-data']],
  ['import file', ['command/add-data', 'command/go-data']],
  ['connect a database', ['command/connect-database']],
  ['postgres', ['command/connect-database']],
])('%j finds the ways to bring data', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test('a metric is made as a chart or a folder is, by those who may edit', () => {
  expect(found('new metric')[0]).toBe('command/new-metric')
  const ids = commandEntries(appCommands, { ...context, mayEdit: false }).map(({ id }) => id)
  expect(ids).not.toContain('command/new-metric')
})

test('nobody is offered to add data who may not', () => {
  const others = dataCommands({ mayUpload: false, mayConnect: false, connect: () => undefined })
  expect(commandEntries(others, context)).toEqual([])
})

test('keys stand once, beside the command of the page that they run there', () => {
  const ofPage = {
    id: 'dashboard-newChart',
    title: 'Add',
    group: 'This page',
    shortcut: 'n c',
    run: () => undefined,
  } as const
  const keyed = (commands: readonly Command[]) =>
    commandEntries(commands, context).flatMap(({ id, shortcut }) => (shortcut === 'n c' ? [id] : []))
  expect(keyed(appCommands)).toEqual(['command/new-chart'])
  expect(keyed([ofPage, ...appCommands])).toEqual(['command/dashboard-newChart'])
  expect(keyed([{ ...ofPage, when: () => false }, ...appCommands])).toEqual(['command/new-chart'])
})

test('recent is what was opened, then what was chosen, each once and without the page that is open', () => {
  expect(recentOf(['chart/a', 'dashboard/b'], ['command/undo', 'chart/a'], 'dashboard/b')).toEqual([
    'chart/a',
    'command/undo',
  ])
})
