import * as z from 'zod'
import { gridMaxRows, interactiveTimeoutMs, maxResultBytes } from '../query/run-query'

const mebibyte = 1024 * 1024

/**
 * How much a connection is asked at once. running, waiting: runs of everybody. rows, megabytes, seconds: of one run; a chart
 * keeps its own smaller number of rows. A field that is absent is as in `defaultConnectionLimits`.
 */
export const connectionLimitsSchema = z.strictObject({
  running: z.int().min(1).max(16).optional(),
  runningPerPerson: z.int().min(1).max(16).optional(),
  waiting: z.int().min(0).max(512).optional(),
  waitingPerPerson: z.int().min(0).max(512).optional(),
  rows: z.int().min(1).max(gridMaxRows).optional(),
  megabytes: z.int().min(1).max(128).optional(),
  seconds: z.int().min(1).max(600).optional(),
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

/** Bytes that a result may have. */
export function maxBytesOf({ megabytes = defaultConnectionLimits.megabytes }: ConnectionLimits): number {
  return megabytes * mebibyte
}
