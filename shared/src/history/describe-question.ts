import { jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { partsById } from '../builder/merge-question'
import { groupLabel, measureLabel } from '../builder/part-labels'
import { measureType } from '../builder/measure-type'
import {
  questionSchema,
  type ComputedColumn,
  type JoinKind,
  type MeasureFilter,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionFilterItem,
  type QuestionFilterLeaf,
  type QuestionGroup,
  type QuestionSort,
  type QuestionStep,
  type QuestionTable,
} from '../builder/question'
import { leafWords, testWords } from '../builder/test-words'
import { changedFields } from './history-page'

/** Describes the changes of a question part by part, or in general if the parts do not show them. */
export function describeQuestion(from: JsonValue, to: JsonValue): string[] {
  const [before, after] = [questionSchema.safeParse(from), questionSchema.safeParse(to)]
  return changedFields(from, to).flatMap((field) => {
    const said = before.success && after.success ? describeField(field, before.data, after.data) : []
    return said.length > 0 ? said : [`Changed ${fieldLabels[field] ?? field}`]
  })
}

const fieldLabels: Readonly<Record<string, string>> = {
  source: 'the table',
  unions: 'whose rows are put together',
  joins: 'the joined tables',
  expressions: 'the custom columns',
  filter: 'the filters',
  groups: 'what it groups by',
  measures: 'the measures',
  measureFilters: 'the filters of measures',
  columns: 'the columns',
  sort: 'the sort order of the rows',
  limit: 'the number of rows',
  steps: 'the further steps',
}

function describeField(field: string, before: Question, after: Question): string[] {
  switch (field) {
    case 'source':
      return after.source === null ? [] : [`Switched to the ${tableWords(after.source)}`]
    case 'unions':
      return describeList(before.unions ?? [], after.unions ?? [], 'Changed the order of the tables put together', {
        added: ({ table }) => `Added the rows of the ${tableWords(table)}`,
        removed: ({ table }) => `Removed the rows of the ${tableWords(table)}`,
        changed: ({ isDistinct: was = false }, { table, isDistinct: is = false }) =>
          was === is
            ? `Changed the columns for the rows of the ${tableWords(table)}`
            : `${is ? 'Keeps equal rows once' : 'Keeps all rows'} with those of the ${tableWords(table)}`,
      })
    case 'joins':
      return describeList(before.joins, after.joins, 'Changed the order of the joined tables', {
        added: ({ table }) => `Joined the ${tableWords(table)}`,
        removed: ({ table }) => `Removed the joined ${tableWords(table)}`,
        changed: (was, { table, kind }) =>
          was.kind === kind
            ? `Changed how the ${tableWords(table)} is joined`
            : `Changed the join of the ${tableWords(table)} from ${joinWords[was.kind]} to ${joinWords[kind]}`,
      })
    case 'expressions':
      return describeList(
        before.expressions ?? [],
        after.expressions ?? [],
        'Changed the order of the custom columns',
        {
          added: ({ name, expression }) => `Added the custom column ${quoted(name)}: ${quoted(expression.text)}`,
          removed: ({ name }) => `Removed the custom column ${quoted(name)}`,
          changed: describeComputed,
        },
      )
    case 'filter':
      return describeFilter(before.filter, after.filter)
    case 'groups':
      return describeList(before.groups, after.groups, 'Changed the order of what it groups by', {
        added: (group) => `Grouped by ${quoted(groupLabel(group))}`,
        removed: (group) => `No longer groups by ${quoted(groupLabel(group))}`,
        changed: describeGroup,
      })
    case 'measures':
      return describeList(before.measures, after.measures, 'Changed the order of the measures', {
        added: (measure) => `Added the measure ${quoted(measureLabel(measure))}`,
        removed: (measure) => `Removed the measure ${quoted(measureLabel(measure))}`,
        changed: describeLabelled('measure', measureLabel),
      })
    case 'measureFilters': {
      const words = ({ measure: of, test }: MeasureFilter) => {
        const measure = [...after.measures, ...before.measures].find(({ id }) => id === of)
        return measure === undefined
          ? 'the filter of a measure'
          : `the filter ${quoted(`${measureLabel(measure)} ${testWords(test, measureType(measure))}`)}`
      }
      return describeList(
        before.measureFilters ?? [],
        after.measureFilters ?? [],
        'Changed the order of the filters of measures',
        {
          added: (filter) => `Added ${words(filter)}`,
          removed: (filter) => `Removed ${words(filter)}`,
          changed: (was, is) => `Changed ${words(was)} to ${words(is)}`,
        },
      )
    }
    case 'columns':
      return describeColumns(before.columns, after.columns)
    case 'sort':
      return describeSort(before, after)
    case 'limit':
      return [describeLimit(before.limit, after.limit)]
    case 'steps':
      return describeSteps(before, after)
    default:
      return []
  }
}

const joinWords: Readonly<Record<JoinKind, string>> = {
  left: 'left (rows before it stay)',
  inner: 'inner (rows without a match are left out)',
  right: 'right (its own rows stay)',
  full: 'full (rows of both stay)',
  cross: 'cross (every row with every row)',
}

/** Counts steps as people see them: the question itself is the first. */
function describeSteps(before: Question, after: Question): string[] {
  const [was, is] = [before.steps ?? [], after.steps ?? []]
  const numberIn = (steps: readonly QuestionStep[], id: string) => steps.findIndex((step) => step.id === id) + 2
  const asQuestion = (step: QuestionStep): Question => ({ ...step, source: null })
  const { added, removed, changed, isReordered } = compareLists(was, is)
  return [
    ...removed.map(({ id }) => `Removed step ${numberIn(was, id)}`),
    ...added.map(({ id }) => `Added step ${numberIn(is, id)}`),
    ...changed.flatMap(([one, other]) =>
      changedFields(one, other)
        .flatMap((field) => describeField(field, asQuestion(one), asQuestion(other)))
        .map((said) => `Step ${numberIn(is, other.id)}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`),
    ),
    ...(isReordered ? ['Changed the order of the steps'] : []),
  ]
}

function describeComputed(was: ComputedColumn, is: ComputedColumn): string {
  const named = was.name === is.name ? quoted(is.name) : `${quoted(was.name)}, now called ${quoted(is.name)}`
  const [before, after] = [was.expression.text, is.expression.text]
  if (before === after) return `${was.name === is.name ? 'Changed' : 'Renamed'} the custom column ${named}`
  return `Changed the custom column ${named} from ${quoted(before)} to ${quoted(after)}`
}

function tableWords({ name, model }: QuestionTable): string {
  return `${model === undefined ? 'table' : 'model'} ${quoted(name)}`
}

interface ListWords<T> {
  readonly added: (part: T) => string
  readonly removed: (part: T) => string
  readonly changed: (before: T, after: T) => string
}

/** reordered: the sentence if the remaining parts changed their order. */
function describeList<T extends JsonObject>(
  before: readonly T[],
  after: readonly T[],
  reordered: string,
  words: ListWords<T>,
): string[] {
  const { added, removed, changed, isReordered } = compareLists(before, after)
  return [
    ...removed.map(words.removed),
    ...added.map(words.added),
    ...changed.map(([was, is]) => words.changed(was, is)),
    ...(isReordered ? [reordered] : []),
  ]
}

interface ListChanges<T> {
  readonly added: readonly T[]
  readonly removed: readonly T[]
  readonly changed: readonly (readonly [before: T, after: T])[]
  readonly isReordered: boolean
}

function compareLists<T extends JsonObject>(before: readonly T[], after: readonly T[]): ListChanges<T> {
  const [was, is] = [partsById(before), partsById(after)]
  return {
    added: [...is].flatMap(([key, part]) => (was.has(key) ? [] : [part])),
    removed: [...was].flatMap(([key, part]) => (is.has(key) ? [] : [part])),
    changed: [...is].flatMap(([key, part]) => {
      const old = was.get(key)
      return old === undefined || jsonEqual(old, part) ? [] : [[old, part] as const]
    }),
    isReordered: !jsonEqual(
      [...was.keys()].filter((key) => is.has(key)),
      [...is.keys()].filter((key) => was.has(key)),
    ),
  }
}

function describeLabelled<T extends JsonObject & { readonly label: string }>(
  what: string,
  labelOf: (part: T) => string,
) {
  return (before: T, after: T): string => {
    const [was, is] = [labelOf(before), labelOf(after)]
    if (was === is) {
      const [wasOf, isOf] = [labelOf({ ...before, label: '' }), labelOf({ ...after, label: '' })]
      const change = wasOf === isOf ? '' : ` from ${quoted(wasOf)} to ${quoted(isOf)}`
      return `Changed the ${what} ${quoted(is)}${change}`
    }
    const verb = jsonEqual({ ...before, label: '' }, { ...after, label: '' }) ? 'Renamed' : 'Changed'
    return `${verb} the ${what} from ${quoted(was)} to ${quoted(is)}`
  }
}

function describeGroup(before: QuestionGroup, after: QuestionGroup): string {
  const { top: was } = before
  const { top: is } = after
  const said = describeLabelled('group', groupLabel)(before, after)
  if (was === undefined || is === undefined || jsonEqual(was, is)) return said
  const parts = [
    ...(was.by === is.by ? [] : ['by what its largest values are found']),
    ...(was.within === is.within ? [] : [is.within === undefined ? 'the largest of all' : 'the largest of each group']),
    ...(was.rest === is.rest ? [] : [is.rest === 'other' ? 'shows the others as one' : 'leaves the others out']),
  ]
  return parts.length === 0 ? said : `${said}: ${parts.join(', ')}`
}

function describeFilter(before: QuestionFilter, after: QuestionFilter): string[] {
  const items = describeList(before.items, after.items, 'Changed the order of the filters', {
    added: (item) => `Added ${itemWords(item)}`,
    removed: (item) => `Removed ${itemWords(item)}`,
    changed: describeItem,
  })
  return before.match === after.match ? items : [...items, matchWords(after.match, 'the filters')]
}

function describeItem(before: QuestionFilterItem, after: QuestionFilterItem): string {
  if (before.kind === 'condition' && after.kind === 'condition') return describeCondition(before, after)
  if (before.kind === 'group' && after.kind === 'group') {
    const { added, removed, changed } = compareLists(before.items, after.items)
    const said = [
      ...removed.map((leaf) => `removed ${quotedLeaf(leaf)}`),
      ...added.map((leaf) => `added ${quotedLeaf(leaf)}`),
      ...changed.map(([was, is]) => `changed ${quotedLeaf(was)} to ${quotedLeaf(is)}`),
    ]
    if (before.match !== after.match) said.push(after.match === 'all' ? 'all must hold' : 'any may hold')
    return said.length === 0 ? 'Changed a group of filters' : `Changed a group of filters: ${said.join(', ')}`
  }
  return `Changed ${itemWords(before)} to ${itemWords(after)}`
}

function describeCondition(before: QuestionCondition, after: QuestionCondition): string {
  const { name } = after.column
  if (before.column.name !== name) return `Changed the filter ${quotedLeaf(before)} to ${quotedLeaf(after)}`
  const [was, is] = [wordsOf(before), wordsOf(after)]
  return `Changed the filter on ${quoted(name)}${was === is ? '' : ` from ${quoted(was)} to ${quoted(is)}`}`
}

function itemWords(item: QuestionFilterItem): string {
  if (item.kind === 'condition') return `the filter ${quotedLeaf(item)}`
  if (item.kind === 'segment') return `the segment ${quotedLeaf(item)}`
  return item.items.length === 0 ? 'a group of filters' : `the filters ${item.items.map(quotedLeaf).join(', ')}`
}

function quotedLeaf(leaf: QuestionFilterLeaf): string {
  return quoted(leafWords(leaf))
}

function wordsOf({ column, test }: QuestionCondition): string {
  return testWords(test, column.type)
}

function matchWords(match: QuestionFilter['match'], what: string): string {
  return match === 'all' ? `All of ${what} must hold` : `Any of ${what} may hold`
}

function describeColumns(before: readonly QuestionColumn[], after: readonly QuestionColumn[]): string[] {
  const { added, removed, isReordered } = compareLists(before, after)
  return [
    ...(removed.length === 0 ? [] : [`Left out ${columnWords(removed)}`]),
    ...(added.length === 0 ? [] : [`Added ${columnWords(added)}`]),
    ...(isReordered ? ['Changed the order of the columns'] : []),
  ]
}

const namedAtMost = 3

function columnWords(columns: readonly QuestionColumn[]): string {
  const names = columns.slice(0, namedAtMost).map(({ name }) => quoted(name))
  const more = columns.length - names.length
  return `the ${columns.length === 1 ? 'column' : 'columns'} ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

/** Returns nothing if it sorts by something that is not in the question. */
function describeSort(before: Question, after: Question): string[] {
  const sorts = ({ by, direction }: QuestionSort) => {
    const label = sortLabel(after, by) ?? sortLabel(before, by)
    return label === null ? '' : `Sorts by ${quoted(label)}, ${direction === 'ascending' ? 'lowest' : 'highest'} first`
  }
  return describeList(before.sort, after.sort, 'Changed which order comes first', {
    added: sorts,
    removed: ({ by }) => {
      const label = sortLabel(before, by)
      return label === null ? '' : `No longer sorts by ${quoted(label)}`
    },
    changed: (_, after_) => sorts(after_),
  }).filter((text) => text !== '')
}

function sortLabel({ groups, measures }: Question, by: QuestionSort['by']): string | null {
  if (by.kind === 'column') return by.column.name
  const group = groups.find(({ id }) => id === by.id)
  if (group !== undefined) return groupLabel(group)
  const measure = measures.find(({ id }) => id === by.id)
  return measure === undefined ? null : measureLabel(measure)
}

function describeLimit(before: number | null, after: number | null): string {
  if (after === null) return 'No longer limits the number of rows'
  return before === null ? `Limited the rows to ${after}` : `Changed the limit of rows from ${before} to ${after}`
}

const longestQuote = 80

function quoted(text: string): string {
  return `“${text.length > longestQuote ? `${text.slice(0, longestQuote - 1)}…` : text}”`
}
