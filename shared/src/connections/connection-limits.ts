import * as z from 'zod/mini'
import { gridMaxRows, interactiveTimeoutMs, maxResultBytes } from '../query/run-query'

const mebibyte = 1024 * 1024

/** The least and the greatest value of each limit. */
export const connectionLimitBounds = {
  running: [1, 16],
  runningPerPerson: [1, 16],
  waiting: [0, 512],
  waitingPerPerson: [0, 512],
  rows: [1, gridMaxRows],
  megabytes: [1, 128],
  seconds: [1, 600],
} as const

const within = ([least, most]: readonly [number, number]) =>
  z.optional(z.int().check(z.minimum(least), z.maximum(most)))

/**
 * The limits on a connection's load. running, waiting: runs of everybody. rows, megabytes, seconds: per run; a chart
 * keeps its own smaller number of rows. An absent field is as in `defaultConnectionLimits`.
 */
export const connectionLimitsSchema = z.strictObject({
  running: within(connectionLimitBounds.running),
  runningPerPerson: within(connectionLimitBounds.runningPerPerson),
  waiting: within(connectionLimitBounds.waiting),
  waitingPerPerson: within(connectionLimitBounds.waitingPerPerson),
  rows: within(connectionLimitBounds.rows),
  megabytes: within(connectionLimitBounds.megabytes),
  seconds: within(connectionLimitBounds.seconds),
})
export type ConnectionLimits = z.infer<typeof connectionLimitsSchema>

export const defaultConnectionLimits = {
  running: 4,
  runningPerPerson: 2,
  waiting: 512,
  waitingPerPerson: 256,
  rows: gridMaxRows,
  megabytes: maxResultBytes / mebibyte,
  seconds: interactiveTimeoutMs / 1000,
} as const satisfies ConnectionLimits

/** Returns the most bytes of a result. */
export function maxBytesOf({ megabytes = defaultConnectionLimits.megabytes }: ConnectionLimits): number {
  return megabytes * mebibyte
}
