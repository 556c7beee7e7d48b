import { shownName } from '../base/name'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json'
import { modelFieldsSchema } from '../charts/chart'
import { defaultVisual } from '../charts/chart-visual'
import { textTitle } from '../dashboards/text-title'
import { annotationWords, columnWords, describeList, goalWords, rangeWords, seriesWords } from './describe-list'
import { describeQuestion } from './describe-question'
import { changedFields, type HistoryChange } from './history-page'
import { isWithheld } from '../query/run-query'
import { blankSettings } from '../tables/table-settings'
import { diffLines, type DiffLine } from './line-diff'

/** Looks up the names of things that entries refer to by id; undefined if they are gone. */
export interface HistoryNames {
  readonly chart: (id: string) => string | undefined
  readonly dashboard: (id: string) => string | undefined
  readonly folder: (id: string) => string | undefined
  readonly tab: (id: string) => string | undefined
}

/** One difference in plain words. lines: the line diff of a changed text. */
export interface HistorySentence {
  readonly text: string
  readonly lines?: readonly DiffLine[]
}

/** Describes a change in the history of a dashboard, where what happened to its charts is named by the chart. */
export function describeDashboardChange(change: HistoryChange, names: HistoryNames): HistorySentence[] {
  const { key, before, after } = change
  const sentences = describeChange(change, names)
  if (!key.startsWith('chart/') || before === null || after === null) return sentences
  const of = `Chart ${quoted(shownName(names.chart(key.slice('chart/'.length)) ?? textOf(after.name)))}: `
  return sentences.map((sentence) => ({
    ...sentence,
    text: of + sentence.text.slice(0, 1).toLowerCase() + sentence.text.slice(1),
  }))
}

/** Describes a change of an entry, field by field. */
export function describeChange(change: HistoryChange, names: HistoryNames): HistorySentence[] {
  const { key, before, after } = change
  const concept = key.slice(0, key.indexOf('/'))
  if (concept === 'tile') return describeTile(before, after, names)
  if (concept === 'column' || concept === 'table') return describeSettings(concept, before, after)
  if (concept === 'join')
    return [{ text: `${after === null ? 'Removed' : 'Declared'} the join ${joinText(after ?? before)}` }]
  if (concept === 'hierarchy') {
    const deed = before === null ? 'Declared' : after === null ? 'Removed' : 'Changed'
    return [{ text: `${deed} the hierarchy ${hierarchyText(after ?? before)}` }]
  }
  const isPart = concept === 'tab' || concept === 'filter' || concept === 'saved-view'
  const word = concept === 'saved-view' ? 'view' : concept
  const what = isPart ? `the ${word} ${nameOf(after ?? before)}` : `the ${word}`
  if (before === null) return [{ text: isPart ? `Added ${what}` : `Created ${what} ${nameOf(after)}` }]
  if (after === null) return [{ text: isPart ? `Deleted ${what}` : `Undid the creation of ${what} ${nameOf(before)}` }]
  if (concept === 'filter')
    return changedFields(before, after).map((field) => describeFilterField(field, before, after, names))
  if (concept === 'saved-view')
    return changedFields(before, after).map((field) => describeViewField(field, before, after))
  return changedFields(before, after).flatMap((field) =>
    describeField(field, before[field] ?? null, after[field] ?? null, what, names),
  )
}

function describeSettings(
  concept: 'column' | 'table',
  before: JsonObject | null,
  after: JsonObject | null,
): HistorySentence[] {
  const value = after ?? before ?? {}
  const what = concept === 'column' ? `the column ${nameOf(value)}` : 'the table'
  const blank = blankSettings(`${concept}/`, value) ?? {}
  const [from, to] = [before ?? blank, after ?? blank]
  return changedFields(from, to).map((field) => {
    const [a, b] = [from[field] ?? null, to[field] ?? null]
    switch (field) {
      case 'description':
        return describeText(`the description of ${what}`, textOf(a), textOf(b))
      case 'isHidden':
        return { text: b === true ? `Hid ${what}` : `No longer hides ${what}` }
      default:
        return fromTo(`${settingLabels[field] ?? wordsOf(field)} of ${what}`, a, b)
    }
  })
}

const settingLabels: Readonly<Record<string, string>> = {
  label: 'the label',
  style: 'the number format',
  decimals: 'the decimals',
  currency: 'the currency',
  unit: 'the unit',
  unitPlace: 'the place of the unit',
  role: 'the role',
}

function hierarchyText(hierarchy: JsonObject | null): string {
  const columns = hierarchy?.columns ?? null
  const levels = (isJsonArray(columns) ? columns : []).map((level) => textOf(recordOf(level).name ?? null))
  return `${nameOf(hierarchy)}: ${levels.join(' → ')}`
}

function joinText(join: JsonObject | null): string {
  return `of ${quoted(join?.column ?? '')} with ${quoted(join?.otherColumn ?? '')}`
}

function describeFilterField(
  field: string,
  before: JsonObject,
  after: JsonObject,
  names: HistoryNames,
): HistorySentence {
  const what = `the filter ${nameOf(after)}`
  switch (field) {
    case 'name':
      return { text: `Renamed the filter from ${nameOf(before)} to ${nameOf(after)}` }
    case 'column':
      return fromTo(`the column of ${what}`, before.column ?? null, after.column ?? null)
    case 'kind':
      return fromTo(`the kind of ${what}`, before.kind ?? null, after.kind ?? null)
    case 'scope':
      return {
        text: `Applied ${what} to ${scopeText(after.scope, names)} instead of ${scopeText(before.scope, names)}`,
      }
    case 'order':
      return { text: `Moved ${what} in its list` }
    case 'isRequired':
      return { text: after.isRequired === true ? `Made ${what} required` : `No longer requires ${what}` }
    case 'defaultAttribute':
      return {
        text:
          typeof after.defaultAttribute === 'string'
            ? `Made ${what} begin with each person’s own ${quoted(after.defaultAttribute)}`
            : `Made ${what} begin with the same value for everyone`,
      }
    case 'limitedBy':
      return { text: `Changed which filters limit the choices of ${what}` }
    default:
      return { text: `Changed ${wordsOf(field)} of ${what}` }
  }
}

function describeViewField(field: string, before: JsonObject, after: JsonObject): HistorySentence {
  const what = `the view ${nameOf(after)}`
  switch (field) {
    case 'name':
      return { text: `Renamed the view from ${nameOf(before)} to ${nameOf(after)}` }
    case 'isDefault':
      return { text: after.isDefault === true ? `Made ${what} the default` : `Took back that ${what} is the default` }
    case 'order':
      return { text: `Moved ${what} in its list` }
    case 'values':
      return { text: `Changed the values of ${what}` }
    default:
      return { text: `Changed ${wordsOf(field)} of ${what}` }
  }
}

function scopeText(scope: JsonValue | undefined, names: HistoryNames): string {
  const { kind, tabId, tileIds = [] } = isJsonObject(scope) ? scope : {}
  if (kind === 'tab') return `the tab ${named(names.tab(textOf(tabId)), 'that no longer exists')}`
  if (kind !== 'tiles') return 'all tiles'
  const count = typeof tileIds === 'object' && isJsonArray(tileIds) ? tileIds.length : 0
  return count === 1 ? '1 chosen tile' : `${count} chosen tiles`
}

function describeField(
  field: string,
  from: JsonValue,
  to: JsonValue,
  what: string,
  names: HistoryNames,
): HistorySentence[] {
  switch (field) {
    case 'name':
      return [
        {
          text: `Renamed ${what.startsWith('the tab') ? 'the tab ' : ''}from ${quoted(shownName(textOf(from)))} to ${quoted(shownName(textOf(to)))}`,
        },
      ]
    case 'description':
      return [describeText('the description', textOf(from), textOf(to))]
    case 'query':
      return describeQuery(from, to)
    case 'time':
      return [fromTo('the column it is followed by over time', timeText(from), timeText(to))]
    case 'format':
      return describeParts(from, to, describeFormatPart)
    case 'goodDirection':
      return [fromTo(visualLabels[field] ?? field, from, to)]
    case 'synonyms':
      return [fromTo('the synonyms', from, to)]
    case 'ownerId':
      return [{ text: 'Made somebody else answer for it' }]
    case 'verified':
      return [{ text: to === null ? 'Took back that it is verified' : 'Verified the definition' }]
    case 'visual':
      return describeParts(withDefaults(from), withDefaults(to), describeVisualPart)
    case 'folderId':
      return [
        {
          text:
            to === null
              ? 'Moved out of its folder'
              : `Moved to the folder ${named(names.folder(textOf(to)), 'that no longer exists')}`,
        },
      ]
    case 'order':
      return [{ text: `Moved ${what} in its list` }]
    case 'isModel':
      return [{ text: to === true ? 'Made it a model' : 'No longer a model' }]
    case 'modelFields':
      return describeModelFields(from, to)
    case 'modelColumns': {
      const count = changedFields(recordOf(from), recordOf(to)).length
      return [{ text: `Changed what is said about ${count === 1 ? 'a column' : `${count} columns`} of the model` }]
    }
    case 'modelHierarchies':
      return [{ text: 'Changed the hierarchies of the model' }]
    case 'modelJoins':
      return [{ text: 'Changed the joins of the model' }]
    case 'deletedAt':
      return [{ text: to === null ? 'Restored it from the trash' : 'Moved it to the trash' }]
    default:
      return [{ text: `Changed ${wordsOf(field)}` }]
  }
}

/** Nothing when a model is made: that it has columns goes without saying. */
function describeModelFields(from: JsonValue, to: JsonValue): HistorySentence[] {
  const [before, after] = [from, to].map((value) => modelFieldsSchema.safeParse(value).data?.map(({ name }) => name))
  if (before === undefined || after === undefined) return []
  const listed = (names: readonly string[]) => names.map(quoted).join(', ')
  const [gone, come] = [before.filter((name) => !after.includes(name)), after.filter((name) => !before.includes(name))]
  return [
    ...(gone.length === 0 ? [] : [{ text: `The model lost ${listed(gone)}` }]),
    ...(come.length === 0 ? [] : [{ text: `The model got ${listed(come)}` }]),
  ]
}

function describeParts(from: JsonValue, to: JsonValue, describe: typeof describeVisualPart): HistorySentence[] {
  if (!isJsonObject(from) || !isJsonObject(to)) return []
  return changedFields(from, to).flatMap((part) => describe(part, from[part] ?? null, to[part] ?? null))
}

/** A choice that charts were once stored without was not made when it first appears. */
function withDefaults(visual: JsonValue): JsonValue {
  return isJsonObject(visual) ? { ...defaultVisual, ...visual } : visual
}

function describeQuery(from: JsonValue, to: JsonValue): HistorySentence[] {
  const withheldCount = [from, to].filter(isWithheld).length
  if (withheldCount === 0) return describeParts(from, to, describeQueryPart)
  return describeParts(from, to, (part, a, b) => {
    if (part === 'withheld') return []
    if (part !== 'sql') return describeQueryPart(part, a, b)
    if (textOf(a) === '') return [{ text: 'Wrote the SQL' }]
    if (textOf(b) === '') return [{ text: 'Emptied the SQL' }]
    // A withheld text has a placeholder. Two placeholders differ if their texts do; a placeholder beside a text says
    // nothing.
    return withheldCount === 2 ? [{ text: 'Changed the SQL' }] : []
  })
}

function describeQueryPart(part: string, from: JsonValue, to: JsonValue): HistorySentence[] {
  if (part === 'sql') return [describeText('the SQL', textOf(from), textOf(to))]
  if (part === 'params') return [{ text: `Changed the parameters from ${valueText(from)} to ${valueText(to)}` }]
  if (part === 'question') return describeQuestion(from, to).map((text) => ({ text }))
  if (part === 'kind') return [{ text: to === 'builder' ? 'Switched to the builder' : 'Switched to SQL' }]
  if (part === 'connectionId') return [{ text: 'Switched to another connection' }]
  return [{ text: `Changed ${wordsOf(part)} of the query` }]
}

const visualLabels: Readonly<Record<string, string>> = {
  type: 'the chart type',
  x: 'the X axis',
  y: 'the measures',
  color: 'the colour',
  detail: 'the detail',
  panel: 'the panels',
  size: 'the dot size',
  pivotRows: 'the rows of the pivot',
  pivotColumns: 'the columns of the pivot',
  pivotHeat: 'the colours of cells',
  columnStyles: 'the styles of columns',
  columnOrder: 'the order of columns',
  tableTotals: 'the row of totals',
  tableGroups: 'the groups of rows',
  rowTotals: 'the column of totals',
  stack: 'stacking',
  secondAxis: 'the measures on the right axis',
  lines: 'the measures drawn as lines',
  areas: 'the measures drawn as areas',
  seriesOrder: 'the order of the series',
  missing: 'missing values',
  sort: 'the sort order',
  bins: 'the number of bins',
  regions: 'the areas of the map',
  goodDirection: 'which direction is good',
  target: 'the goal',
  ranges: 'the ranges',
  rangeUnit: 'the unit of the ranges',
  xTitle: 'the title of the X axis',
  yTitle: 'the title of the Y axis',
  xScale: 'the scale of the X axis',
  yScale: 'the scale of the Y axis',
  rightScale: 'the scale of the right axis',
  rightMin: 'the start of the right axis',
  rightMax: 'the end of the right axis',
  yMin: 'the start of the Y axis',
  yMax: 'the end of the Y axis',
  tickLabels: 'the labels of the X axis',
  yTickLabels: 'the labels of the Y axis',
  valueLabels: 'the labels on marks',
  compare: 'what it is compared with',
  trend: 'the trend',
  trendSpan: 'the span of the trend’s average',
  timeZone: 'the time zone',
}
const formatLabels: Readonly<Record<string, string>> = {
  style: 'the number format',
  decimals: 'the decimals',
  currency: 'the currency',
  unit: 'the unit',
}

function describeVisualPart(part: string, from: JsonValue, to: JsonValue): HistorySentence[] {
  if (part === 'format') return describeParts(from, to, describeFormatPart)
  if (part === 'seriesStyles') return describeList('series', from, to, seriesWords).map((text) => ({ text }))
  if (part === 'columnStyles') return describeList('style of column', from, to, columnWords).map((text) => ({ text }))
  if (part === 'annotations') return describeList('annotation', from, to, annotationWords).map((text) => ({ text }))
  if (part === 'goals') return describeList('goal line', from, to, goalWords).map((text) => ({ text }))
  if (part === 'target') return [fromTo('the goal', targetWords(from), targetWords(to))]
  if (part === 'ranges') return describeList('range', from, to, rangeWords).map((text) => ({ text }))
  return [fromTo(visualLabels[part] ?? wordsOf(part), from, to)]
}

function describeFormatPart(part: string, from: JsonValue, to: JsonValue): HistorySentence[] {
  return [fromTo(formatLabels[part] ?? wordsOf(part), from, to)]
}

function timeText(time: JsonValue): JsonValue {
  if (!isJsonObject(time)) return null
  const { column, grain } = time
  return `${quoted(isJsonObject(column) ? (column.name ?? '') : '')} by ${textOf(grain)}`
}

function targetWords(target: JsonValue): JsonValue {
  if (!isJsonObject(target)) return null
  return target.kind === 'column' ? `the column ${quoted(target.column ?? '')}` : (target.value ?? null)
}

function describeTile(before: JsonObject | null, after: JsonObject | null, names: HistoryNames): HistorySentence[] {
  const what = tileName(after ?? before, names)
  if (before === null) return [{ text: `Added ${what}`, ...addedText(after, 'added') }]
  if (after === null) return [{ text: `Removed ${what} from the dashboard`, ...addedText(before, 'removed') }]
  return changedFields(before, after).flatMap((field) => {
    switch (field) {
      case 'place':
        return [describePlace(what, before.place, after.place)]
      case 'tabId':
        return [{ text: `Moved ${what} to the tab ${named(names.tab(textOf(after.tabId)), 'that no longer exists')}` }]
      case 'content':
        return describeContent(before, after, names)
      default:
        return [{ text: `Changed ${wordsOf(field)} of ${what}` }]
    }
  })
}

function describePlace(what: string, from: JsonValue | undefined, to: JsonValue | undefined): HistorySentence {
  const [a, b] = [isJsonObject(from) ? from : {}, isJsonObject(to) ? to : {}]
  const isMoved = a.x !== b.x || a.y !== b.y
  const isResized = a.w !== b.w || a.h !== b.h
  if (!isResized) return { text: `Moved ${what}` }
  const size = `from ${valueText(a.w)} × ${valueText(a.h)} to ${valueText(b.w)} × ${valueText(b.h)}`
  return { text: `${isMoved ? 'Moved and resized' : 'Resized'} ${what} ${size}` }
}

function describeContent(before: JsonObject, after: JsonObject, names: HistoryNames): HistorySentence[] {
  const [from, to] = [contentText(before), contentText(after)]
  if (from !== undefined && to !== undefined) return [describeText(textName(after), from, to)]
  const [old, now] = [imageOf(before), imageOf(after)]
  if (old !== undefined && now !== undefined) return describeImage(old, now)
  const [shown, shows] = [chartOf(before), chartOf(after)]
  if (shown !== undefined && shows !== undefined && shown.chartId === shows.chartId)
    return describeChartTile(tileName(after, names), shown, shows, names)
  return [{ text: `Replaced ${tileName(before, names)} by ${tileName(after, names)}` }]
}

function clickWords(click: JsonValue | undefined, names: HistoryNames): string {
  if (!isJsonObject(click)) return 'it filters the other charts'
  switch (click.kind) {
    case 'filter':
      return 'it filters the other charts'
    case 'menu':
      return 'it opens the menu'
    case 'dashboard':
      return `it opens the dashboard ${named(names.dashboard(textOf(click.dashboardId)), 'that no longer exists')}`
    case 'chart':
      return `it opens the chart ${named(names.chart(textOf(click.chartId)), 'that no longer exists')}`
    default:
      return `it opens ${valueText(click.template)}`
  }
}

function chartOf(tile: JsonObject): JsonObject | undefined {
  return isJsonObject(tile.content) && tile.content.kind === 'chart' ? tile.content : undefined
}

function describeChartTile(what: string, from: JsonObject, to: JsonObject, names: HistoryNames): HistorySentence[] {
  return changedFields(from, to).map((field) => {
    switch (field) {
      case 'parameterNames':
        return { text: `Changed which inputs of the dashboard the parameters of ${what} are` }
      case 'parameterFilters':
        return { text: `Changed which filters give the parameters of ${what} their values` }
      case 'click':
        return { text: `Changed what a click on ${what} does: ${clickWords(to.click, names)}` }
      case 'isLeftOut':
        return {
          text:
            to.isLeftOut === true
              ? `Left ${what} out of filtering by clicks in charts`
              : `Let clicks in charts filter ${what}`,
        }
      default:
        return { text: `Changed ${wordsOf(field)} of ${what}` }
    }
  })
}

function tileName(tile: JsonObject | null, names: HistoryNames): string {
  const content = tile?.content
  if (!isJsonObject(content)) return 'a tile'
  return content.kind === 'chart'
    ? `the chart ${named(names.chart(textOf(content.chartId)), 'that no longer exists')}`
    : content.kind === 'image'
      ? imageName(content)
      : textName(tile)
}

function imageOf(tile: JsonObject | null): JsonObject | undefined {
  return isJsonObject(tile?.content) && tile.content.kind === 'image' ? tile.content : undefined
}

function imageName({ description }: JsonObject): string {
  return textOf(description) === '' ? 'a picture' : `the picture ${quoted(textOf(description))}`
}

function describeImage(from: JsonObject, to: JsonObject): HistorySentence[] {
  const what = imageName(to)
  return changedFields(from, to).map((field) => {
    switch (field) {
      case 'imageId':
        return { text: `Replaced ${what} by another file` }
      case 'description':
        return describeText('the description of a picture', textOf(from.description), textOf(to.description))
      case 'fit':
        return { text: `Shows ${what} ${to.fit === 'fill' ? 'filling its tile' : 'whole'}` }
      default:
        return fromTo(`the ${wordsOf(field)} of ${what}`, from[field] ?? null, to[field] ?? null)
    }
  })
}

function textName(tile: JsonObject | null): string {
  const text = contentText(tile) ?? ''
  if (isJsonObject(tile?.content) && tile.content.isHeading === true) return `the section ${quoted(shownName(text))}`
  const title = textTitle(text)
  return title === null ? 'a text' : `the text “${title}”`
}

function contentText(tile: JsonObject | null): string | undefined {
  const content = tile?.content
  return isJsonObject(content) && typeof content.text === 'string' ? content.text : undefined
}

function addedText(tile: JsonObject | null, kind: 'added' | 'removed'): Pick<HistorySentence, 'lines'> {
  const text = contentText(tile)
  if (text === undefined) return {}
  return { lines: kind === 'added' ? diffLines('', text) : diffLines(text, '') }
}

function describeText(label: string, from: string, to: string): HistorySentence {
  const lines = diffLines(from, to)
  if (from === '') return { text: `Wrote ${label}`, lines }
  if (to === '') return { text: `Emptied ${label}`, lines }
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  const counts = [
    added > 0 ? `${added} ${added === 1 ? 'line' : 'lines'} added` : '',
    removed > 0 ? `${removed} removed` : '',
  ]
  return { text: `Changed ${label}: ${counts.filter((part) => part !== '').join(', ')}`, lines }
}

function fromTo(label: string, from: JsonValue, to: JsonValue): HistorySentence {
  return { text: `Changed ${label} from ${valueText(from)} to ${valueText(to)}` }
}

function recordOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {}
}

function nameOf(value: JsonObject | null): string {
  return quoted(shownName(textOf(value?.name)))
}

function named(name: string | undefined, absent: string): string {
  return name === undefined ? absent : quoted(name)
}

function quoted(value: JsonValue): string {
  return `“${textOf(value)}”`
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function valueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'object' && isJsonArray(value))
    return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${name} = ${valueText(part)}`)
        .join(', ') || 'none'
    )
  return String(value)
}

/** Returns `autoRefresh` as `auto refresh`, for fields without a label here. */
function wordsOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
