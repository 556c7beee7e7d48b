import * as z from 'zod/mini'
import { everyone, type Actor } from './actor'
import { connectionAccessSchema } from './connection-access'
import { decideFolder, folderAudience, type FolderLookup, type FolderReason } from './folder-access'
import { bestGrant, type Grantee, type Person } from './grantee'
import { connectionLevels, type ConnectionLevel } from './grants'
import { roleAtLeast } from './roles'
import { isUnderRule, ownRowsOf, type AccessRule } from './row-rules'

/**
 * The people who may use a dataset, and how. null: whoever sees its folder, as far as their role allows. A list admits
 * the people it names, and admins and owners, whatever the folder says.
 */
export const datasetAccessSchema = z.nullable(connectionAccessSchema)
export type DatasetAccess = z.infer<typeof datasetAccessSchema>

/**
 * The part of a dataset that the rules look at. restricted: names of the columns kept to those who manage it. rowRule:
 * absent where everyone sees all rows.
 */
export interface AccessDataset {
  readonly id: string
  readonly folderId: string | null
  readonly access: DatasetAccess
  readonly restricted: readonly string[]
  readonly rowRule?: AccessRule | undefined
}

export type DatasetReason =
  | FolderReason
  | { readonly kind: 'listed'; readonly to: Grantee }
  | { readonly kind: 'not-listed' }

/** granted: the level that the list or folder grants. level: the part of it that the person's role can use. */
export interface DatasetDecision {
  readonly granted: ConnectionLevel | 'none'
  readonly level: ConnectionLevel | 'none'
  readonly reason: DatasetReason
}

/**
 * Decides what a person may do with a dataset, and why: its own list if it has one, otherwise its folder. Nobody writes SQL
 * for rows that a rule decides for them.
 */
export function decideDataset(
  person: Person & Partial<Pick<Actor, 'kind'>>,
  { folderId, access, rowRule }: Omit<AccessDataset, 'id' | 'restricted'>,
  lookup: FolderLookup,
): DatasetDecision {
  if (roleAtLeast(person.role, 'admin'))
    return { granted: 'sql', level: usable(person, 'sql', rowRule), reason: { kind: 'manages' } }
  if (access === null) {
    const { granted, reason } = decideFolder(person, folderId, lookup)
    if (granted === 'none') return { granted, level: 'none', reason }
    return { granted: 'sql', level: usable(person, 'sql', rowRule), reason }
  }
  const grant = bestGrant(person, access, connectionLevels)
  if (grant === undefined) return { granted: 'none', level: 'none', reason: { kind: 'not-listed' } }
  const { level, to } = grant
  return { granted: level, level: usable(person, level, rowRule), reason: { kind: 'listed', to } }
}

function usable(
  person: Pick<Person, 'role'> & Partial<Pick<Actor, 'kind'>>,
  granted: ConnectionLevel,
  rowRule: AccessRule | undefined,
): ConnectionLevel {
  if (!roleAtLeast(person.role, 'explorer')) return 'results'
  return granted === 'sql' && isUnderRule(person, rowRule) ? 'builder' : granted
}

/**
 * Returns the level at which an actor may use a dataset that they see. Its folder does not matter then: whoever sees a
 * dataset because of it may do what their role allows.
 */
export function levelOfSeen(
  actor: Actor,
  { access, rowRule }: Pick<AccessDataset, 'access' | 'rowRule'>,
): ConnectionLevel {
  if (actor.kind === 'publicLink') return 'results'
  if (access === null || roleAtLeast(actor.role, 'admin')) return usable(actor, 'sql', rowRule)
  return usable(actor, bestGrant(actor, access, connectionLevels)?.level ?? 'results', rowRule)
}

export function reachesLevel(level: ConnectionLevel, needed: ConnectionLevel): boolean {
  return connectionLevels.indexOf(level) >= connectionLevels.indexOf(needed)
}

/** Returns true for editors of a dataset's folder who may also write SQL for it; they decide who else may. */
export function managesDataset(
  person: Person & Partial<Pick<Actor, 'kind'>>,
  dataset: Omit<AccessDataset, 'id'>,
  lookup: FolderLookup,
): boolean {
  return (
    decideDataset(person, dataset, lookup).level === 'sql' &&
    decideFolder(person, dataset.folderId, lookup).level === 'edit'
  )
}

/** Returns true if a list of columns has a name; letter case aside, as in SQL. */
export function isAmong(columns: readonly unknown[], name: string): boolean {
  const lower = name.toLowerCase()
  return columns.some((one) => typeof one === 'string' && one.toLowerCase() === lower)
}

/** Returns the audience of a dataset: that of its own list, or of its folder. */
export function datasetAudience({ id, folderId, access }: Omit<AccessDataset, 'restricted'>): string {
  if (access !== null) return `data:${id}`
  return folderId === null ? everyone : folderAudience(folderId)
}

/** Returns the audience of what concerns the restricted columns of a dataset: those who manage it. */
export function datasetManagers(id: string): string {
  return `data-managers:${id}`
}

/*
 * Audiences to which no entry belongs, as those of `sql-texts.ts`. Actors in one receive a dataset, or charts over it,
 * with less in them.
 */
/** The audience of people whose role lets them see only results, of any data. */
export const resultsAlone = 'data-results'
const withoutSamples = `${resultsAlone}:`
const withoutSqlOfData = 'data-without-sql:'
const rowsOf = 'data-rows:'

/**
 * Returns the audiences of an actor that come from datasets. datasets: all that exist.
 */
export function datasetAudiencesAmong(
  actor: Actor,
  datasets: readonly AccessDataset[],
  lookup: FolderLookup,
): readonly string[] {
  const mayAsk = roleAtLeast(actor.role, 'explorer')
  const ofDatasets = datasets.flatMap((dataset) => {
    const { id, access, restricted, rowRule } = dataset
    const { level } = decideDataset(actor, dataset, lookup)
    const isRuled = rowRule !== undefined && level !== 'none' && isUnderRule(actor, rowRule)
    return [
      ...(access !== null && level !== 'none' ? [datasetAudience(dataset)] : []),
      ...(restricted.length > 0 && managesDataset(actor, dataset, lookup) ? [datasetManagers(id)] : []),
      ...(mayAsk && level === 'results' ? [`${withoutSamples}${id}`] : []),
      ...(mayAsk && level !== 'sql' ? [`${withoutSqlOfData}${id}`] : []),
      ...(isRuled ? [`${rowsOf}${id}:${ownRowsOf(actor, rowRule)}`] : []),
    ]
  })
  return mayAsk ? ofDatasets : [resultsAlone, ...ofDatasets]
}

/** Returns true if these audiences see results of charts over the dataset, and may not ask questions of it. */
export function seesOnlyResults(audiences: ReadonlySet<string>, id: string): boolean {
  return audiences.has(resultsAlone) || audiences.has(`${withoutSamples}${id}`)
}

/**
 * Returns what identifies the rows of a dataset that a rule leaves to these audiences; null where none holds for them.
 * Who sees results alone without being a member, as by a public link, has none of their own.
 */
export function ownRowsAmong(audiences: ReadonlySet<string>, id: string): string | null {
  const prefix = `${rowsOf}${id}:`
  for (const audience of audiences) if (audience.startsWith(prefix)) return audience.slice(prefix.length)
  return audiences.has(resultsAlone) ? '' : null
}

/** Returns true if these audiences may not write SQL for the dataset, or do not see it at all. */
export function isDataSqlWithheld(audiences: ReadonlySet<string>, id: string): boolean {
  return audiences.has(`${withoutSqlOfData}${id}`)
}

/** Returns true if SQL for some dataset, or a part of one, is withheld from these audiences. */
export function withholdsData(audiences: readonly string[]): boolean {
  return audiences.some((audience) => audience.startsWith(withoutSqlOfData))
}

/** Returns what must be sent again, although it has not changed, when audiences do. */
export function dataShownAnew(
  before: readonly string[],
  now: readonly string[],
): { readonly texts: boolean; readonly datasets: 'all' | ReadonlySet<string> } {
  const had = new Set(before)
  const has = new Set(now)
  const differing = [...before, ...now].filter((audience) => had.has(audience) !== has.has(audience))
  const idsOf = (prefix: string) =>
    differing.flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : []))
  return {
    texts: idsOf(withoutSqlOfData).length > 0,
    datasets:
      had.has(resultsAlone) !== has.has(resultsAlone)
        ? 'all'
        : new Set([
            ...idsOf(withoutSamples),
            ...idsOf(datasetManagers('')),
            ...idsOf(rowsOf).map((rows) => rows.slice(0, rows.lastIndexOf(':'))),
          ]),
  }
}
