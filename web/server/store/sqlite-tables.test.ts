import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSql } from './sqlite-tables'

let folder: string
let database: DatabaseSyncInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-statements-'))
  database = new DatabaseSync(join(folder, 'store.db'))
  database.exec('PRAGMA journal_mode = WAL')
  runSql(database, 'CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)', [])
  for (const [id, name] of ['Ann', 'Bob'].entries()) runSql(database, 'INSERT INTO person VALUES (?, ?)', [id, name])
})
afterEach(() => {
  vi.restoreAllMocks()
  database.close()
  rmSync(folder, { recursive: true })
})

const read = (id: number) => runSql(database, 'SELECT * FROM person WHERE id = ?', [id]).rows

test('a statement is written once, asked with other values, and sees the tables as they are', () => {
  const prepare = vi.spyOn(database, 'prepare')
  expect([read(0), read(1), read(2)]).toEqual([[{ id: 0, name: 'Ann' }], [{ id: 1, name: 'Bob' }], []])
  expect(prepare).toHaveBeenCalledTimes(1)
  runSql(database, 'ALTER TABLE person ADD COLUMN email TEXT', [])
  expect(read(0)).toEqual([{ id: 0, name: 'Ann', email: null }])
  runSql(database, 'DROP TABLE person', [])
  expect(() => read(0)).toThrow('The store')
})

test('what it has changed is counted each time, also where it answers with rows', () => {
  const rename = (name: string) => runSql(database, 'UPDATE person SET name = ? RETURNING id', [name]).changedCount
  const remove = (id: number) => runSql(database, 'DELETE FROM person WHERE id = ?', [id]).changedCount
  expect([rename('Cleo'), remove(0), rename('Dan'), remove(0), remove(1), rename('Eve')]).toEqual([2, 1, 1, 0, 1, 0])
})

test('one that failed holds nothing, and can be asked again', () => {
  const add = (id: number) => runSql(database, 'INSERT INTO person VALUES (?, ?) RETURNING id', [id, 'Cleo'])
  expect(() => add(1)).toThrow('The store')
  const other = new DatabaseSync(join(folder, 'store.db'), { timeout: 0 })
  other.exec('BEGIN IMMEDIATE; DELETE FROM person WHERE id = 1; COMMIT')
  // A reader left open would prevent the log from being emptied.
  expect(other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0, log: 0 })
  other.close()
  expect(add(1).rows).toEqual([{ id: 1 }])
})

test('of many statements those used last are kept', () => {
  const prepare = vi.spyOn(database, 'prepare')
  const ask = (number: number) => runSql(database, `SELECT ${number}`, [])
  for (let number = 0; number < 200; number += 1) ask(number)
  ask(0)
  expect(prepare).toHaveBeenCalledTimes(200)
  ask(200)
  ask(0)
  expect(prepare).toHaveBeenCalledTimes(201)
  ask(1)
  expect(prepare).toHaveBeenCalledTimes(202)
})
