import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { redact } from './redact'

/** One file of a report, as the person sees it before it is saved. */
export interface ReportFile {
  readonly name: string
  readonly text: string
}

const maxLogBytes = 200_000

/**
 * Collects the files of a problem report: the given facts and the ends of the logs. Everything goes through `redact`;
 * reports hold no data, SQL or names of dashboards. Works without the server.
 */
export function collectReport(facts: Readonly<Record<string, unknown>>, logFolder: string): readonly ReportFile[] {
  const logs = existsSync(logFolder) ? readdirSync(logFolder).filter((name) => name.endsWith('.log')) : []
  return [
    { name: 'facts.json', text: redact(JSON.stringify(facts, null, 2)) },
    ...logs.sort().map((name) => ({ name: `logs/${name}`, text: redact(readEnd(join(logFolder, name))) })),
  ]
}

export function zipReport(files: readonly ReportFile[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])))
}

function readEnd(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const end = Buffer.alloc(Math.min(size, maxLogBytes))
    readSync(file, end, 0, end.byteLength, size - end.byteLength)
    return end.toString('utf8')
  } finally {
    closeSync(file)
  }
}
