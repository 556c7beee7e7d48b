import { randomBytes } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { valuesOfAttribute } from '@tidemark/shared/access/attributes'
import type { AlertCheck } from '@tidemark/shared/alerts/alert'
import { newAlertState, nextAlertState, type AlertEvent, type AlertState } from '@tidemark/shared/alerts/alert-state'
import { readAlertValues, type AlertPoint } from '@tidemark/shared/alerts/alert-values'
import { alertMessage } from '@tidemark/shared/alerts/alert-words'
import { judgeGroups } from '@tidemark/shared/alerts/judge'
import { newId } from '@tidemark/shared/base/ids'
import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { columnNumberFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import { formatBucket } from '@tidemark/shared/charts/plot/time/format-time'
import { wallOf } from '@tidemark/shared/charts/plot/time/zoned-time'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { noNumberWord } from '@tidemark/shared/query/value-words'
import { chartMaxRows, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import { jobHandler, type JobHandler, type JobRunContext } from '../jobs/job-runner'
import { decodeLine, isResult } from '../query/run/encoded-result'
import { createTellMaker } from '../subscriptions/tell-maker'
import { hashOf, makeAlertMessages, type Told } from './alert-messages'
import type { AlertParts } from './alert-parts'
import type { StoredAlert } from './alert-store'
import type { WatchedTarget } from './alert-target'
import { findWatcher } from './find-alerted'

/** After so many failed checks in a row its maker is told. */
const failuresToTell = 3
const hourMs = 3600_000
const weekMs = 7 * 24 * hourMs

/**
 * Creates the handler that checks an alert with the rights that its maker has then. What it tells are jobs of their own,
 * written together with the check. An alert that is changed meanwhile is checked anew.
 */
export function createAlertHandler(parts: AlertParts): JobHandler {
  const { alerts, queue, queries, people, record, clock } = parts
  const tellMaker = createTellMaker(parts)

  /** Ends an alert and tells its maker why. */
  const stop = async (alert: StoredAlert, reason: string, key: string) => {
    const { id, orgId, name } = alert
    if (!(await alerts.stop(alert, reason))) return changedMeanwhile
    await record(orgId, 'alert-stopped', id, { name, reason })
    await tellMaker(alert, `${key}-maker`, {
      subject: `The alert on “${name}” has stopped`,
      text: `Your alert on “${name}” is no longer checked: ${reason}\n`,
    })
    await queue.setPaused(orgId, id, true)
    return `Stopped: ${reason}`
  }

  /** Writes down that a check failed; its maker hears of it once, when it goes on failing. */
  const fail = async (alert: StoredAlert, name: string, problem: string, key: string) => {
    const failures = alert.state.failures + 1
    if (failures === failuresToTell)
      await tellMaker(alert, `${key}-maker`, {
        subject: `The alert on “${name}” cannot be checked`,
        text: `The last ${failures} checks of “${name}” failed. The last one: ${problem}\n\nIt is checked on.\n`,
      })
    const check: AlertCheck = { at: clock(), outcome: 'failed', note: problem, values: [] }
    const state = { ...alert.state, failures }
    const checked = { name, secret: alert.secret, check, state, messages: [] }
    if (!(await alerts.check(alert, key, checked))) return changedMeanwhile
    return `It could not be checked: ${problem}`
  }

  const run = async (actor: Actor, item: RunItem, { orgId, createdBy, signal }: JobRunContext): Promise<RunResult> => {
    const request = { runId: newId(), items: [item] }
    const actorNow = async () => {
      const now = await people.actorOf(orgId, createdBy)
      if (now === null) throw new TidemarkError('forbidden')
      return now
    }
    for await (const line of queries.runEncoded(actor, request, signal, actorNow))
      if (isResult(line)) return decodeLine(line)
    throw new TidemarkError('query-cancelled')
  }

  const checksFor = async ({ id, choice }: StoredAlert, hasTimes: boolean, timeZone: string, key: string) => {
    const { condition } = choice
    const isUsual = condition.kind === 'unusual' && !hasTimes
    const last = await alerts.lastValues(id, key)
    const now = clock()
    // Clocks change by an hour between two weeks.
    const spans = Array.from({ length: 8 }, (_, index) => now - (index + 1) * weekMs).map((at) => ({
      ...{ from: at - 2 * hourMs, to: at + 2 * hourMs },
    }))
    const checks = isUsual ? await alerts.checksIn(id, spans, key) : last === undefined ? [] : [last]
    const pointsByGroup = new Map<string, AlertPoint[]>()
    for (const { at, values } of checks) {
      for (const { group, value } of values) {
        const points = pointsByGroup.get(group) ?? []
        pointsByGroup.set(group, points)
        points.push({ at: wallOf(at, timeZone), value })
      }
    }
    return (group: string): readonly AlertPoint[] => pointsByGroup.get(group) ?? []
  }

  const check = async (alert: StoredAlert, actor: Actor, target: WatchedTarget, context: JobRunContext) => {
    const { id, orgId, choice, state, snoozedUntil } = alert
    const { name, visual, timeZone } = target
    const { key, signal } = context
    const at = clock()
    const mode = choice.when.kind === 'schedule' ? 'fresh' : 'max-age'
    const result = await run(actor, { ...target.item, timeZone, cache: { mode } }, context)
    if (result.status === 'cancelled') {
      signal.throwIfAborted()
      throw new TidemarkError('query-cancelled')
    }
    if (result.status !== 'success') {
      const { message, detail } = result.error ?? { message: 'The query failed.' }
      return await fail(alert, name, [message, detail].filter(Boolean).join(' '), key)
    }
    const read = readAlertValues(result, visual, { column: choice.column, timeZone })
    if (!read.ok) return await fail(alert, name, read.error, key)
    const hasTimes = read.value.series.some(({ points }) => points.some((point) => point.at !== null))
    const judged = judgeGroups(choice.condition, read.value, {
      now: wallOf(at, timeZone),
      onlyComplete: choice.onlyComplete,
      checksOf: await checksFor(alert, hasTimes, timeZone, key),
      known: Object.entries(state.groups).map(([group, { since }]) => ({ group, isFiring: since !== null })),
    })
    const write = fullFormatter({
      locale: choice.locale,
      format: columnNumberFormat(visual.format, result, read.value.column),
    })
    const withTexts = judged.map((one) => ({ ...one, text: one.value === null ? noNumberWord : write(one.value) }))
    const stamp = hashOf(JSON.stringify([result.cache.key, withTexts]))
    const isSnoozed = snoozedUntil !== null && snoozedUntil > at
    if (choice.when.kind === 'data' && stamp === state.stamp && !isToldLate(alert, isSnoozed))
      return 'Its data has not changed.'
    const next = nextAlertState(state, withTexts, { at, stamp, isSnoozed })
    const told: Told = {
      ...{ name, measure: read.value.column, judged: next.judged, write },
      writeTime: (wall: number) => formatBucket(wall, read.value.grain, choice.locale),
      maker: valuesOfAttribute(actor, 'user.name')[0] ?? 'Somebody',
    }
    const secret = alert.secret ?? randomBytes(32).toString('base64url')
    const messages = [
      ...(await makeAlertMessages(parts, { ...alert, secret }, 'fired', told, key)),
      ...(await makeAlertMessages(parts, { ...alert, secret }, 'recovered', told, key)),
    ]
    const isFiring = Object.values(next.state.groups).some(({ since }) => since !== null)
    const isUnknown = next.judged.every(({ verdict }) => verdict === 'unknown')
    const note = noteOf(read.value.leftOut, result)
    const values = next.judged.map(({ group, value, text, verdict, event }) => ({ group, value, text, verdict, event }))
    const outcome = isFiring ? 'firing' : isUnknown ? 'unknown' : 'clear'
    const written = { at, outcome, note, values } as const
    const checked = { name, secret, check: written, state: next.state, messages }
    if (!(await alerts.check(alert, key, checked))) return changedMeanwhile
    const countOf = (event: AlertEvent) => next.judged.filter((one) => one.event === event).length
    const [fired, recovered] = [countOf('fired'), countOf('recovered')]
    const { condition } = choice
    for (const event of [...(fired > 0 ? ['fired' as const] : []), ...(recovered > 0 ? ['recovered' as const] : [])])
      await record(orgId, `alert-${event}`, id, { name, what: alertMessage(event, { ...told, condition }).subject })
    return runNote({ outcome, fired, recovered, isSnoozed })
  }

  /** Checks an alert once with the rights that its maker has then. */
  const checkOnce = async (alert: StoredAlert, context: JobRunContext) => {
    if (alert.stopped !== null) return `Stopped: ${alert.stopped}`
    const watcher = await findWatcher(parts, alert)
    if (!watcher.mayWatch) return await stop(alert, watcher.reason, context.key)
    return await check(alert, watcher.actor, watcher.target, context)
  }

  return jobHandler(z.object({}), async (_, context) => {
    const { orgId, id, signal } = context
    for (;;) {
      const alert = await alerts.get(id)
      if (alert === undefined || alert.orgId !== orgId) {
        await queue.delete(orgId, id)
        return null
      }
      const note = await checkOnce(alert, context)
      if (note !== changedMeanwhile) return note
      signal.throwIfAborted()
    }
  })
}

/** Says that an alert was changed while it was checked: nothing was written or told, and it is checked anew. */
const changedMeanwhile = Symbol('changed meanwhile')

/** Returns true if something fires that nobody knows of, since it fired while the alert was snoozed. */
function isToldLate({ state }: StoredAlert, isSnoozed: boolean): boolean {
  return !isSnoozed && Object.values(state.groups).some(({ since, isTold }) => since !== null && !isTold)
}

function noteOf(leftOut: number, { truncated }: RunResult): string | null {
  const notes = [
    ...(leftOut === 0 ? [] : [`${leftOut} more groups are not watched.`]),
    ...(truncated?.reason === 'rows' ? [`Only the first ${chartMaxRows} rows are watched.`] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

interface CheckWords {
  readonly outcome: 'firing' | 'clear' | 'unknown'
  readonly fired: number
  readonly recovered: number
  readonly isSnoozed: boolean
}

function runNote({ outcome, fired, recovered, isSnoozed }: CheckWords): string {
  const events = [...(fired === 0 ? [] : [`${fired} fired`]), ...(recovered === 0 ? [] : [`${recovered} recovered`])]
  if (events.length > 0) return `${events.join(', ')}.`
  if (isSnoozed) return 'Snoozed.'
  return { firing: 'It still fires.', clear: 'All is clear.', unknown: 'There was nothing to judge.' }[outcome]
}

/**
 * The state of an alert whose choices change: new if something else is watched, since what it fired for before tells
 * nothing then; null for what is known of it.
 */
export function stateAfterChange(before: StoredAlert, choice: StoredAlert['choice']): AlertState | null {
  const watched = ({ target, column, condition, onlyComplete }: StoredAlert['choice']) =>
    JSON.stringify([target, column, condition, onlyComplete])
  return watched(before.choice) === watched(choice) ? null : newAlertState
}
