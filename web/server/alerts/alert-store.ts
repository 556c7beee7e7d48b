import {
  alertCheckSchema,
  storedAlertChoiceSchema,
  type AlertCheck,
  type AlertChoice,
} from '@tidemark/shared/alerts/alert'
import { alertStateSchema, newAlertState, type AlertState } from '@tidemark/shared/alerts/alert-state'
import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'

/** An alert as the table has it. name: of what it watches, as it was last seen. */
export interface StoredAlert {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly choice: AlertChoice
  readonly state: AlertState
  readonly stopped: string | null
  readonly snoozedUntil: number | null
  readonly createdBy: string
  readonly createdAt: number
}

/** A span of time from its start up to, not including, its end; Unix milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Stores alerts of all workspaces and the history of their checks. Their times are those of their jobs. */
export interface AlertStore {
  /** Lists the newest, first. createdBy: only those of this person. */
  list(orgId: string, createdBy?: string): Promise<readonly StoredAlert[]>
  get(id: string): Promise<StoredAlert | undefined>
  countOf(orgId: string, userId: string): Promise<number>
  add(alert: Pick<StoredAlert, 'id' | 'orgId' | 'name' | 'choice' | 'createdBy'>): Promise<void>
  /** Also lets one go on that was stopped. state: what is known then. */
  setChoice(id: string, name: string, choice: AlertChoice, state: AlertState): Promise<void>
  snooze(id: string, until: number | null): Promise<void>
  stop(id: string, reason: string): Promise<void>
  delete(id: string): Promise<void>
  /** Writes down a check, once for its key, and what is known after it, unless the alert has changed meanwhile. */
  check(alert: StoredAlert, name: string, key: string, check: AlertCheck, state: AlertState): Promise<void>
  /** Returns the last checks, newest first. */
  listChecks(id: string): Promise<readonly AlertCheck[]>
  /** Returns the newest check of each alert. */
  lastChecks(ids: readonly string[]): Promise<ReadonlyMap<string, AlertCheck>>
  /** Returns the checks of some spans but for that of a key, oldest first. */
  checksIn(id: string, spans: readonly Span[], exceptKey: string): Promise<readonly AlertCheck[]>
  /** Returns the last check that had values, but for that of a key. */
  lastValues(id: string, exceptKey: string): Promise<AlertCheck | undefined>
}

const number = z.coerce.number<number>()
const alertRowSchema = z.object({
  id: z.string(),
  org: z.string(),
  name: z.string(),
  choice: z.string(),
  state: z.string(),
  stopped: z.nullable(z.string()),
  snoozed_until: z.nullable(number),
  created_by: z.string(),
  created_at: number,
})
const alertColumns = Object.keys(alertRowSchema.shape).join(', ')
const checkRowSchema = z.object({
  alert_id: z.string(),
  at: number,
  outcome: z.string(),
  note: z.nullable(z.string()),
  results: z.string(),
})
const checkColumns = Object.keys(checkRowSchema.shape).join(', ')

const maxListed = 500
const maxChecksListed = 100
/** Checks are kept for as long as values of the same weekday are compared. */
const checkDays = 57
/** The most checks kept of one alert: those of three weeks, if there is one every five minutes. */
const maxChecksKept = 6_000
const dayMs = 24 * 3600_000

/** clock: Unix milliseconds. */
export function openAlertStore(tables: SqlTables, clock: () => number): AlertStore {
  const placed = placedSql(tables.engine)
  const read = async (sql: string, values: readonly unknown[]) => (await tables.read(placed(sql), values)).rows
  const write = async (sql: string, values: readonly unknown[]) => {
    await tables.write(placed(sql), values)
  }
  return {
    list: async (orgId, createdBy) => {
      const [where, values] =
        createdBy === undefined ? ['org = ?', [orgId]] : ['org = ? AND created_by = ?', [orgId, createdBy]]
      const sql = `SELECT ${alertColumns} FROM alert WHERE ${where} ORDER BY created_at DESC, id LIMIT ${maxListed}`
      return (await read(sql, values)).map(toAlert)
    },
    get: async (id) => {
      const [row] = await read(`SELECT ${alertColumns} FROM alert WHERE id = ?`, [id])
      return row === undefined ? undefined : toAlert(row)
    },
    countOf: async (orgId, userId) => {
      const rows = await read('SELECT count(*) AS n FROM alert WHERE org = ? AND created_by = ?', [orgId, userId])
      return z.object({ n: number }).parse(rows[0]).n
    },
    add: ({ id, orgId, name, choice, createdBy }) =>
      write('INSERT INTO alert (id, org, name, choice, state, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)', [
        id,
        orgId,
        name,
        JSON.stringify(choice),
        JSON.stringify(newAlertState),
        createdBy,
        clock(),
      ]),
    setChoice: (id, name, choice, state) =>
      write('UPDATE alert SET name = ?, choice = ?, state = ?, stopped = NULL WHERE id = ?', [
        name,
        JSON.stringify(choice),
        JSON.stringify(state),
        id,
      ]),
    snooze: (id, until) => write('UPDATE alert SET snoozed_until = ? WHERE id = ?', [until, id]),
    stop: (id, reason) => write('UPDATE alert SET stopped = ? WHERE id = ?', [reason, id]),
    delete: async (id) => {
      await write('DELETE FROM alert WHERE id = ?', [id])
      await write('DELETE FROM alert_check WHERE alert_id = ?', [id])
    },
    check: async ({ id, choice }, name, key, { at, outcome, note, values }, state) => {
      await write(
        `INSERT INTO alert_check (id, alert_id, at, outcome, note, results) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, note = excluded.note, results = excluded.results`,
        [key, id, at, outcome, note, JSON.stringify(values)],
      )
      await write('UPDATE alert SET name = ?, state = ? WHERE id = ? AND choice = ?', [
        name,
        JSON.stringify(state),
        id,
        JSON.stringify(choice),
      ])
      await write(
        `DELETE FROM alert_check WHERE alert_id = ? AND (at < ? OR at < (
           SELECT at FROM alert_check WHERE alert_id = ? ORDER BY at DESC LIMIT 1 OFFSET ${maxChecksKept}))`,
        [id, at - checkDays * dayMs, id],
      )
    },
    listChecks: async (id) => {
      const sql = `SELECT ${checkColumns} FROM alert_check WHERE alert_id = ? ORDER BY at DESC LIMIT ${maxChecksListed}`
      return (await read(sql, [id])).map(toCheck)
    },
    lastChecks: async (ids) => {
      if (ids.length === 0) return new Map()
      const rows = await read(
        `SELECT ${checkColumns} FROM alert_check AS c WHERE alert_id IN (${ids.map(() => '?').join(', ')})
         AND at = (SELECT max(at) FROM alert_check WHERE alert_id = c.alert_id)`,
        ids,
      )
      return new Map(rows.map((row) => [checkRowSchema.parse(row).alert_id, toCheck(row)]))
    },
    checksIn: async (id, spans, exceptKey) => {
      const within = spans.map(() => '(at >= ? AND at < ?)').join(' OR ')
      const rows = await read(
        `SELECT ${checkColumns} FROM alert_check WHERE alert_id = ? AND id <> ? AND (${within}) ORDER BY at`,
        [id, exceptKey, ...spans.flatMap(({ from, to }) => [from, to])],
      )
      return rows.map(toCheck)
    },
    lastValues: async (id, exceptKey) => {
      const [row] = await read(
        `SELECT ${checkColumns} FROM alert_check WHERE alert_id = ? AND id <> ? AND outcome <> 'failed'
         ORDER BY at DESC LIMIT 1`,
        [id, exceptKey],
      )
      return row === undefined ? undefined : toCheck(row)
    },
  }
}

function toAlert(row: unknown): StoredAlert {
  const parsed = alertRowSchema.parse(row)
  const { org, choice, state, snoozed_until: snoozedUntil, created_by: createdBy, created_at: createdAt } = parsed
  return {
    ...{ id: parsed.id, orgId: org, name: parsed.name, stopped: parsed.stopped, snoozedUntil, createdBy, createdAt },
    choice: storedAlertChoiceSchema.parse(JSON.parse(choice)),
    state: alertStateSchema.parse(JSON.parse(state)),
  }
}

function toCheck(row: unknown): AlertCheck {
  const { at, outcome, note, results } = checkRowSchema.parse(row)
  return alertCheckSchema.parse({ at, outcome, note, values: JSON.parse(results) })
}
