import { createHash } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { valuesOfAttribute } from '@tidemark/shared/access/attributes'
import type { AlertCheck } from '@tidemark/shared/alerts/alert'
import { newAlertState, nextAlertState, type AlertEvent } from '@tidemark/shared/alerts/alert-state'
import { readAlertValues, type AlertPoint } from '@tidemark/shared/alerts/alert-values'
import { alertMessage, type AlertTold } from '@tidemark/shared/alerts/alert-words'
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
import type { FindSentTo } from '../jobs/deliveries/delivery-jobs'
import { jobHandler, type JobHandler, type JobRunContext } from '../jobs/job-runner'
import { decodeLine, isResult } from '../query/run/encoded-result'
import { createTellMaker } from '../subscriptions/tell-maker'
import { findAlertTarget, type WatchedTarget } from './alert-target'
import type { AlertParts } from './alert-parts'
import { audienceRefusal } from './audience-refusal'
import type { StoredAlert } from './alert-store'

/** After so many failed checks in a row its maker is told. */
const failuresToTell = 3
const hourMs = 3600_000
const weekMs = 7 * 24 * hourMs

/**
 * Creates the handler that checks an alert with the rights that its maker has then. What it tells are jobs of their own,
 * under ids made of the check’s time, so that doing it again adds none.
 */
export function createAlertHandler(parts: AlertParts): JobHandler {
  const { alerts, queue, sync, queries, people, record, clock } = parts
  const tellMaker = createTellMaker(parts)

  /** Ends an alert and tells its maker why. */
  const stop = async (alert: StoredAlert, reason: string, key: string) => {
    const { id, orgId, name } = alert
    await alerts.stop(id, reason)
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
    await alerts.check(alert, name, key, check, { ...alert.state, failures })
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

  const tell = async (alert: StoredAlert, event: AlertEvent, told: Told, key: string): Promise<number> => {
    const { id, orgId, choice, createdBy } = alert
    const groups = told.judged.filter((one) => one.event === event)
    if (groups.length === 0) return 0
    const { subject, text } = alertMessage(event, { ...told, condition: choice.condition })
    const page = `/${choice.target.kind === 'chart' ? 'charts' : 'metrics'}/${choice.target.id}`
    const url = await people.linkTo(orgId, page)
    const members = await people.addressesOf(orgId, choice.people)
    const settings = await people.linkTo(orgId, '/settings/alerts')
    for (const to of new Set([...members.values(), ...choice.addresses])) {
      await queue.add({
        ...{
          id: `${key}-${event}-${hashOf(to)}`,
          orgId,
          kind: 'mail',
          title: `${subject}, to ${to}`,
          source: id,
          createdBy,
        },
        payload: {
          to,
          subject,
          text: `${text}\n\n${url}\n\n--\n${wayOut(to === members.get(createdBy), told.maker, settings)}\n`,
        },
      })
    }
    if (choice.webhookId !== null) {
      const data = {
        ...{ alertId: id, condition: choice.condition },
        groups: groups.map(({ group, value, text: shown }) => ({ group, value, text: shown })),
      }
      const message = { type: `alert.${event}`, title: subject, text, url, data }
      await queue.add({
        ...{
          id: `${key}-${event}-webhook`,
          orgId,
          kind: 'webhook',
          title: `${subject}, to a webhook`,
          source: id,
          createdBy,
        },
        payload: { webhookId: choice.webhookId, message },
      })
    }
    await record(orgId, event === 'fired' ? 'alert-fired' : 'alert-recovered', id, { name: told.name, what: subject })
    return groups.length
  }

  const check = async (alert: StoredAlert, actor: Actor, target: WatchedTarget, context: JobRunContext) => {
    const { choice, state, snoozedUntil } = alert
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
    const told = {
      ...{ name, measure: read.value.column, judged: next.judged, write },
      writeTime: (wall: number) => formatBucket(wall, read.value.grain, choice.locale),
      maker: valuesOfAttribute(actor, 'user.name')[0] ?? 'Somebody',
    }
    const fired = await tell(alert, 'fired', told, key)
    const recovered = await tell(alert, 'recovered', told, key)
    const isFiring = Object.values(next.state.groups).some(({ since }) => since !== null)
    const isUnknown = next.judged.every(({ verdict }) => verdict === 'unknown')
    const note = noteOf(read.value.leftOut, result)
    const values = next.judged.map(({ group, value, text, verdict, event }) => ({ group, value, text, verdict, event }))
    const outcome = isFiring ? 'firing' : isUnknown ? 'unknown' : 'clear'
    await alerts.check(alert, name, key, { at, outcome, note, values }, next.state)
    return runNote({ outcome, fired, recovered, isSnoozed })
  }

  return jobHandler(z.object({}), async (_, context) => {
    const { orgId, id, key } = context
    const alert = await alerts.get(id)
    if (alert === undefined || alert.orgId !== orgId) {
      await queue.delete(orgId, id)
      return null
    }
    if (alert.stopped !== null) return `Stopped: ${alert.stopped}`
    const actor = await people.actorOf(orgId, alert.createdBy)
    if (actor === null) return await stop(alert, 'Who made it has left the workspace.', key)
    const refusal = audienceRefusal(actor, alert.choice)
    if (refusal !== null) return await stop(alert, `The role of who made it has changed. ${refusal}`, key)
    const { kind } = alert.choice.target
    const target = await findAlertTarget(sync, actor, alert.choice.target)
    if (target === undefined)
      return await stop(alert, `Who made it may no longer see this ${kind}, or it was deleted.`, key)
    return await check(alert, actor, target, context)
  })
}

/** Creates what finds whom an alert tells now. */
export function createFindAlerted({ alerts, people }: Pick<AlertParts, 'alerts' | 'people'>): FindSentTo {
  return async (orgId, id) => {
    const found = await alerts.get(id)
    if (found === undefined || found.orgId !== orgId || found.stopped !== null) return undefined
    if ((await people.actorOf(orgId, found.createdBy)) === null) return undefined
    const members = await people.addressesOf(orgId, found.choice.people)
    const addresses = [...members.values(), ...found.choice.addresses].map((address) => address.toLowerCase())
    return { addresses: new Set(addresses), webhookId: found.choice.webhookId }
  }
}

interface Told extends Omit<AlertTold, 'condition'> {
  /** The name of who set the alert. */
  readonly maker: string
}

/** Says who set an alert, and how its mails end. settings: the address where its maker changes it. */
function wayOut(isMaker: boolean, maker: string, settings: string): string {
  if (isMaker) return `You set this alert. Change or remove it: ${settings}`
  return `${maker} set this alert. Ask them to stop it, or to leave you out of it.`
}

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

interface Checked {
  readonly outcome: 'firing' | 'clear' | 'unknown'
  readonly fired: number
  readonly recovered: number
  readonly isSnoozed: boolean
}

function runNote({ outcome, fired, recovered, isSnoozed }: Checked): string {
  const events = [...(fired === 0 ? [] : [`${fired} fired`]), ...(recovered === 0 ? [] : [`${recovered} recovered`])]
  if (events.length > 0) return `${events.join(', ')}.`
  if (isSnoozed) return 'Snoozed.'
  return { firing: 'It still fires.', clear: 'All is clear.', unknown: 'There was nothing to judge.' }[outcome]
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** The state of an alert whose choices have changed: what it fired for before tells nothing if something else is watched. */
export function stateAfterChange(before: StoredAlert, choice: StoredAlert['choice']): StoredAlert['state'] {
  const watched = ({ target, column, condition, onlyComplete }: StoredAlert['choice']) =>
    JSON.stringify([target, column, condition, onlyComplete])
  return watched(before.choice) === watched(choice) ? before.state : newAlertState
}
