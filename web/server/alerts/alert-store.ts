import {
  alertCheckSchema,
  storedAlertChoiceSchema,
  type AlertCheck,
  type AlertChoice,
} from '@tidemark/shared/alerts/alert'
import { alertStateSchema, newAlertState, type AlertState } from '@tidemark/shared/alerts/alert-state'
import * as z from 'zod/mini'
import { insertJob, type NewJob } from '../jobs/job-store'
import { placedSql, type SqlConnection } from '../store/sql-tables'
import type { Store } from '../store/store'
import { openUnsubscriptionStore } from '../subscriptions/unsubscription-store'
import type { Recipient } from '../subscriptions/recipients'

/**
 * An alert as the table has it. name: of what it watches, as it was last seen. secret: of the links that end its mails,
 * null until it has told somebody. version: raised by each change and check. left: the names of those who want its mails
 * no more, as `nameOfRecipient` writes them.
 */
export interface StoredAlert {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly choice: AlertChoice
  readonly state: AlertState
  readonly stopped: string | null
  readonly snoozedUntil: number | null
  readonly secret: string | null
  readonly version: number
  readonly left: ReadonlySet<string>
  readonly createdBy: string
  readonly createdAt: number
}

/** The outcome of a check. name: of what is watched. secret: of the links in messages, kept from then on. */
export interface Checked {
  readonly name: string
  readonly secret: string | null
  readonly check: AlertCheck
  readonly state: AlertState
  readonly messages: readonly NewJob[]
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
  /** Lists some that have not stopped, in order of their ids, after one of these; empty after the last. */
  listActive(orgId: string, afterId: string): Promise<readonly StoredAlert[]>
  get(id: string): Promise<StoredAlert | undefined>
  countOf(orgId: string, userId: string): Promise<number>
  add(alert: Pick<StoredAlert, 'id' | 'orgId' | 'name' | 'choice' | 'createdBy'>): Promise<void>
  /** Also lets one go on that was stopped. state: what is known then; null for what is known by then. */
  setChoice(id: string, name: string, choice: AlertChoice, state: AlertState | null): Promise<void>
  snooze(id: string, until: number | null): Promise<void>
  /** Returns false, without effect, if the alert has changed since it was read, or has stopped. */
  stop(alert: Pick<StoredAlert, 'id' | 'version'>, reason: string): Promise<boolean>
  /** Tells a recipient no more by mail, or again. Several at once all hold. */
  setLeft(alert: StoredAlert, recipient: Recipient, hasLeft: boolean): Promise<void>
  delete(id: string): Promise<void>
  /**
   * Writes down a check, once for its key, what is known after it, and the messages that tell of it, all together.
   * Returns false, without effect, if the alert has changed since it was read.
   */
  check(alert: StoredAlert, key: string, checked: Checked): Promise<boolean>
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
  secret: z.nullable(z.string()),
  version: number,
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
export function openAlertStore(store: Pick<Store, 'tables' | 'write'>, clock: () => number): AlertStore {
  const { tables } = store
  const unsubscriptions = openUnsubscriptionStore(tables, clock)
  const placed = placedSql(tables.engine)
  const read = async (sql: string, values: readonly unknown[]) => (await tables.read(placed(sql), values)).rows
  const write = async (sql: string, values: readonly unknown[]) => {
    await tables.write(placed(sql), values)
  }
  type Run = SqlConnection['run']

  /** Writes a check in the statements of `run`; returns false if there was nothing to write. */
  const writeCheck = async (run: Run, { id, version }: StoredAlert, key: string, checked: Checked) => {
    const { name, secret, check, state, messages } = checked
    const { changedCount } = await run(
      placed('UPDATE alert SET name = ?, secret = ?, state = ?, version = version + 1 WHERE id = ? AND version = ?'),
      [name, secret, JSON.stringify(state), id, version],
    )
    if (changedCount === 0) return false
    await run(
      placed(`INSERT INTO alert_check (id, alert_id, at, outcome, note, results) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING`),
      [key, id, check.at, check.outcome, check.note, JSON.stringify(check.values)],
    )
    for (const message of messages) {
      const { sql, values } = insertJob(message, clock())
      await run(placed(sql), values)
    }
    return true
  }

  return {
    list: async (orgId, createdBy) => {
      const [where, values] =
        createdBy === undefined ? ['org = ?', [orgId]] : ['org = ? AND created_by = ?', [orgId, createdBy]]
      const sql = `SELECT ${alertColumns} FROM alert WHERE ${where} ORDER BY created_at DESC, id LIMIT ${maxListed}`
      const left = await unsubscriptions.ofOrg(orgId)
      return (await read(sql, values)).map((row) => toAlert(row, left))
    },
    listActive: async (orgId, afterId) => {
      const sql = `SELECT ${alertColumns} FROM alert WHERE org = ? AND stopped IS NULL AND id > ? ORDER BY id LIMIT ${maxListed}`
      return (await read(sql, [orgId, afterId])).map((row) => toAlert(row, new Map()))
    },
    get: async (id) => {
      const [row] = await read(`SELECT ${alertColumns} FROM alert WHERE id = ?`, [id])
      return row === undefined ? undefined : toAlert(row, new Map([[id, await unsubscriptions.of(id)]]))
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
      write(
        `UPDATE alert SET name = ?, choice = ?, state = COALESCE(?, state), stopped = NULL, version = version + 1
         WHERE id = ?`,
        [name, JSON.stringify(choice), state === null ? null : JSON.stringify(state), id],
      ),
    snooze: (id, until) => write('UPDATE alert SET snoozed_until = ?, version = version + 1 WHERE id = ?', [until, id]),
    stop: async ({ id, version }, reason) => {
      const sql = 'UPDATE alert SET stopped = ?, version = version + 1 WHERE id = ? AND version = ? AND stopped IS NULL'
      return (await tables.write(placed(sql), [reason, id, version])).changedCount > 0
    },
    setLeft: (alert, recipient, hasLeft) => unsubscriptions.set(alert, recipient, hasLeft),
    delete: async (id) => {
      await write('DELETE FROM alert WHERE id = ?', [id])
      await write('DELETE FROM alert_check WHERE alert_id = ?', [id])
      await unsubscriptions.forget(id)
    },
    check: async (alert, key, checked) => {
      const { id, orgId, createdBy } = alert
      const { at } = checked.check
      // A transaction of the workspace makes browsers look for changes, so only what tells somebody is one.
      const isWritten =
        checked.messages.length === 0
          ? await writeCheck((sql, values) => tables.write(sql, values), alert, key, checked)
          : (
              await store.write(orgId, { userId: createdBy, at }, ({ tables: { run } }) =>
                writeCheck(run, alert, key, checked),
              )
            ).value
      if (!isWritten) return false
      await write(
        `DELETE FROM alert_check WHERE alert_id = ? AND (at < ? OR at < (
           SELECT at FROM alert_check WHERE alert_id = ? ORDER BY at DESC LIMIT 1 OFFSET ${maxChecksKept}))`,
        [id, at - checkDays * dayMs, id],
      )
      return true
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

function toAlert(row: unknown, left: ReadonlyMap<string, ReadonlySet<string>>): StoredAlert {
  const { org, choice, state, snoozed_until, created_by, created_at, ...rest } = alertRowSchema.parse(row)
  return {
    ...{ ...rest, orgId: org, snoozedUntil: snoozed_until, createdBy: created_by, createdAt: created_at },
    choice: storedAlertChoiceSchema.parse(JSON.parse(choice)),
    state: alertStateSchema.parse(JSON.parse(state)),
    left: left.get(rest.id) ?? new Set(),
  }
}

function toCheck(row: unknown): AlertCheck {
  const { at, outcome, note, results } = checkRowSchema.parse(row)
  return alertCheckSchema.parse({ at, outcome, note, values: JSON.parse(results) })
}
