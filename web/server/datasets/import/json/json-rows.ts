import { JsonTokenizer, type JsonKind, type JsonVisitor } from './json-tokenizer'

/**
 * Where the rows are in a JSON text: items of the list, or members of the object, at `path`. beside: names of members
 * on the way that are not read.
 *
 * objects: each item of a list is a row. lists: each item has the values for `names`, which are in the list at
 * `namesPath`, or in the first item if that is null. features: GeoJSON features; `propertyNames` are the names of their
 * properties. members: each member is a row; `memberNames` are the names within. columns: each member contains all
 * values of one column.
 */
export type JsonRows = {
  readonly path: readonly string[]
  readonly beside: readonly string[]
} & (
  | { readonly kind: 'objects' }
  | { readonly kind: 'lists'; readonly names: readonly string[]; readonly namesPath: readonly string[] | null }
  | { readonly kind: 'features'; readonly propertyNames: ReadonlySet<string> }
  | { readonly kind: 'members'; readonly memberNames: ReadonlySet<string> }
  | { readonly kind: 'columns'; readonly names: readonly string[] }
)

/** The most levels of objects within which rows are looked for. */
const maxPath = 4
/** The deepest values that are inspected: the names within the properties of a feature. */
const lookedAtDepth = maxPath + 3
/** With more candidates than this, a person could not choose either. */
const maxCandidates = 50
const maxNames = 4096
/** This many members of one shape are rows even if they contain lists; fewer might each be a table. */
const manyMembers = 10
/** Members are rows if they share at least this part of their names, and at least one name in all. */
const sharedShare = 0.5
/** Common names of lists that contain rows, also beside an id. */
const rowNames = new Set([
  'data',
  'results',
  'result',
  'rows',
  'records',
  'features',
  'hits',
  'docs',
  'values',
  'value',
])
/** Common names of lists of column names beside lists of values. */
const columnNames = new Set(['columns', 'fields', 'headers', 'header', 'names', 'cols'])
const idNames = new Set(['id', '_id', 'uuid'])
/** An object with more values than this beside a list is a record that contains a list. */
const mostBeside = 6

/** Finds the tables within one object or a list of lists, in pieces; see `tables`. */
export class JsonRowsFinder {
  private readonly visitor = new Visitor()
  private readonly tokenizer = new JsonTokenizer(this.visitor, { maxDepth: lookedAtDepth })

  push(text: string): void {
    this.tokenizer.push(text)
  }

  /**
   * Returns the tables found. Empty: the text is a single record, or nothing is certain. Several: a person must choose.
   */
  tables(): readonly JsonRows[] {
    return this.visitor.tables()
  }
}

/** An open object or array. path: null within arrays. */
interface Frame {
  readonly isObject: boolean
  /** The name as written. */
  readonly key: string | null
  readonly path: readonly string[] | null
  readonly kinds: Set<JsonKind>
  readonly candidatesBefore: number
  readonly memberNames: string[]
  count: number
  scalarCount: number
  /** The length of the lists in it; null if they differ. */
  width: number | null
  /** The texts in it, or those called "name" in its objects. */
  readonly names: string[]
  /** The texts of the first list in it. */
  readonly firstTexts: string[]
  /** How often each name occurs among its objects' members. */
  readonly innerNames: Map<string, number>
  /** The names of properties of the features in it. */
  readonly propertyNames: Set<string>
  /** The number of values of those members that may be columns. */
  readonly columnCounts: number[]
}

type Found = { readonly path: readonly string[]; readonly parents: readonly Frame[] } & (
  | { readonly kind: 'objects' | 'lists' | 'columns'; readonly frame: Frame }
  | { readonly kind: 'members'; readonly frame: Frame; readonly isCertain: boolean }
)

class Visitor implements JsonVisitor {
  isTaking = false
  private text = ''
  private takeText: ((text: string) => void) | null = null
  private readonly frames: Frame[] = []
  private found: Found[] = []
  private readonly nameLists: { readonly path: readonly string[]; readonly names: readonly string[] }[] = []
  private isFeatureCollection = false

  onBegin(kind: JsonKind, depth: number, key: string | null): void {
    const [parent, around, beyond] = [this.frames[depth - 1], this.frames[depth - 2], this.frames[depth - 3]]
    if (parent !== undefined) parent.count += 1
    if (parent !== undefined && parent.path !== null) {
      parent.kinds.add(kind)
      if (kind === 'string' || kind === 'other') parent.scalarCount += 1
      if (key !== null && parent.memberNames.length < maxNames) parent.memberNames.push(textOf(key))
    }
    if (key !== null && around?.isObject === true && around.path !== null && around.innerNames.size < maxNames) {
      const name = textOf(key)
      around.innerNames.set(name, (around.innerNames.get(name) ?? 0) + 1)
    }
    if (key !== null && parent?.key === '"properties"' && isList(beyond) && beyond.propertyNames.size < maxNames)
      beyond.propertyNames.add(textOf(key))
    if (kind === 'string') this.takeText = this.readerOf(key, depth, parent, around)
    this.isTaking = this.takeText !== null
    if (kind === 'object' || kind === 'array') this.frames.push(this.frameOf(kind === 'object', key, parent))
  }

  onEnd(depth: number): void {
    if (this.takeText !== null) {
      this.takeText(textOf(this.text))
      this.takeText = null
      this.isTaking = false
      this.text = ''
      return
    }
    if (this.frames.length <= depth) return
    const frame = this.frames.pop()
    if (frame === undefined) return
    const parent = this.frames[depth - 1]
    if (!frame.isObject && isList(parent))
      parent.width = parent.count === 1 ? frame.count : sameOrNull(parent.width, frame.count)
    if (frame.path === null) return
    if (parent?.isObject === true && frame.key !== null && mayBeColumn(frame)) parent.columnCounts.push(frame.count)
    this.judge(frame, frame.path)
  }

  onText(piece: string): void {
    this.text += piece
  }

  private frameOf(isObject: boolean, key: string | null, parent: Frame | undefined): Frame {
    const isAtEnd = parent !== undefined && (!parent.isObject || parent.path === null || parent.path.length === maxPath)
    // Most values are within rows, where only their number matters.
    if (isAtEnd) return { ...emptyFrame, isObject, key }
    return {
      ...emptyFrame,
      isObject,
      key,
      path: [...(parent?.path ?? []), ...(key === null ? [] : [textOf(key)])],
      kinds: new Set(),
      candidatesBefore: this.found.length,
      memberNames: [],
      names: [],
      firstTexts: [],
      innerNames: new Map(),
      propertyNames: new Set(),
      columnCounts: [],
    }
  }

  /** Returns the handler for a text that may be a name. */
  private readerOf(key: string | null, depth: number, parent: Frame | undefined, around: Frame | undefined) {
    if (key === '"type"' && depth === 1)
      return (text: string) => {
        this.isFeatureCollection = text === 'FeatureCollection'
      }
    const list =
      key === null && isList(parent)
        ? parent.names
        : key === '"name"' && isList(around)
          ? around.names
          : key === null && isList(around) && around.count === 1
            ? around.firstTexts
            : null
    return list === null || list.length === maxNames ? null : (text: string) => list.push(text)
  }

  private judge(frame: Frame, path: readonly string[]): void {
    if (areColumns(frame)) return this.add({ kind: 'columns', path, parents: [...this.frames], frame })
    const [kind] = frame.kinds
    if (frame.kinds.size !== 1 || kind === undefined) return
    const parents = [...this.frames]
    if (!frame.isObject) {
      if (frame.names.length === frame.count) this.nameLists.push({ path, names: frame.names })
      if (kind === 'object') this.add({ kind: 'objects', path, parents, frame })
      if (kind === 'array') this.add({ kind: 'lists', path, parents, frame })
      return
    }
    if (kind !== 'object' || !isOfOneShape(frame)) return
    const isCertain = frame.count > manyMembers
    const holdsTables = this.found.slice(frame.candidatesBefore).some((inner) => inner.kind !== 'members')
    if (!isCertain && (holdsTables || frame.count < (path.length === 0 ? 2 : 3))) return
    this.found.length = frame.candidatesBefore
    this.add({ kind: 'members', path, parents, frame, isCertain })
  }

  private add(found: Found): void {
    if (this.found.length < maxCandidates) this.found.push(found)
  }

  tables(): readonly JsonRows[] {
    const tables = this.found.flatMap((found) => {
      const rows = this.rowsOf(found)
      return rows === null ? [] : [{ rows, isCertain: found.kind !== 'members' || found.isCertain }]
    })
    const named = new Set(
      tables.flatMap(({ rows }) =>
        rows.kind === 'lists' && rows.namesPath !== null ? [nameOfPath(rows.namesPath)] : [],
      ),
    )
    const unnamed = tables.filter(({ rows }) => !named.has(nameOfPath(rows.path)))
    const certain = unnamed.filter(({ isCertain }) => isCertain)
    return (certain.length > 0 ? certain : unnamed).map(({ rows }) => rows)
  }

  private rowsOf({ kind, path, parents, frame }: Found): JsonRows | null {
    const parent = parents.at(-1)
    const last = path.at(-1)
    if (parent !== undefined && last !== undefined && !rowNames.has(last)) {
      const isRecord = parent.memberNames.some((name) => idNames.has(name)) || parent.scalarCount > mostBeside
      const isLong = kind === 'columns' && (frame.columnCounts[0] ?? 0) > manyMembers
      if (isRecord && kind !== 'members' && !isLong) return null
    }
    const beside = parents.flatMap(({ memberNames }, index) => memberNames.filter((name) => name !== path[index]))
    if (kind === 'members') return { kind, path, beside, memberNames: new Set(frame.innerNames.keys()) }
    if (kind === 'columns') return { kind, path, beside, names: frame.memberNames }
    if (kind === 'objects') {
      const isGeo = this.isFeatureCollection && path.length === 1 && last === 'features'
      return isGeo
        ? {
            kind: 'features',
            path,
            beside: beside.filter((name) => name !== 'type'),
            propertyNames: frame.propertyNames,
          }
        : { kind, path, beside }
    }
    const { width, firstTexts } = frame
    if (width === null || width === 0) return null
    const ofWidth = this.nameLists.filter((list) => list.names.length === width)
    const called = ofWidth.filter((list) => columnNames.has(list.path.at(-1) ?? ''))
    const [list, ...others] = called.length > 0 ? called : ofWidth
    if (list !== undefined && others.length === 0) {
      const isName = (name: string) => nameOfPath(list.path) === name
      return { kind, path, beside: beside.filter((name) => !isName(name)), names: list.names, namesPath: list.path }
    }
    const isHeader = firstTexts.length === width && frame.count > 1 && new Set(firstTexts).size === width
    return isHeader && firstTexts.every((text) => /\p{L}/u.test(text))
      ? { kind, path, beside, names: firstTexts, namesPath: null }
      : null
  }
}

const emptyFrame: Frame = {
  isObject: false,
  key: null,
  path: null,
  kinds: new Set(),
  candidatesBefore: 0,
  memberNames: [],
  count: 0,
  scalarCount: 0,
  width: null,
  names: [],
  firstTexts: [],
  innerNames: new Map(),
  propertyNames: new Set(),
  columnCounts: [],
}

/** Returns a path in the form that people see and choose by. */
export function nameOfPath(path: readonly string[]): string {
  return path.join('.')
}

function isList(frame: Frame | undefined): frame is Frame {
  return frame !== undefined && !frame.isObject && frame.path !== null
}

/** Returns true for a list of scalars, or an object of scalars whose names count from 0. */
function mayBeColumn({ isObject, kinds, count, memberNames }: Frame): boolean {
  if (count < 2 || kinds.has('object') || kinds.has('array')) return false
  return !isObject || memberNames.every((name, index) => name === String(index))
}

function areColumns({ isObject, count, columnCounts }: Frame): boolean {
  const isAll = isObject && count > 1 && count <= maxNames && columnCounts.length === count
  return isAll && columnCounts.every((valueCount) => valueCount === columnCounts[0])
}

/**
 * Returns true if the members have one shape. Members named by numbers may be rows of columns, so they do not count.
 */
function isOfOneShape({ innerNames, count }: Frame): boolean {
  const names = [...innerNames]
  if (names.length === 0 || names.length === maxNames || names.every(([name]) => /^\d+$/.test(name))) return false
  if (!names.some(([, often]) => often === count)) return false
  const total = names.reduce((sum, [, often]) => sum + often, 0)
  return total >= names.length * count * sharedShare
}

function sameOrNull(width: number | null, count: number): number | null {
  return width === count ? width : null
}

/** Parses a JSON text. written: with its quotes. */
function textOf(written: string): string {
  return String(JSON.parse(written))
}
