import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import type { EngineResult } from '@/server/engine/process/engine-messages'

/** An answer of the engine after parsing. */
export type DecodedRun = ResultData & Pick<RunResult, 'truncated'>

export function decodeMembers({ members }: EngineResult): DecodedRun {
  // The engine or a connector wrote it: the members of a RunResult.
  return JSON.parse(`{${Buffer.from(members).toString()}}`) as DecodedRun
}

/** Writes the members of an `EngineResult`, like the engine's `write-members.ts`. */
export function encodeMembers({ fields, columns, rowCount, truncated }: DecodedRun): Uint8Array {
  return Buffer.from(JSON.stringify({ fields, columns, rowCount, truncated }).slice(1, -1))
}

export function numberOf(value: CellValue | undefined): number | undefined {
  const number = value === null || value === undefined ? NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}
