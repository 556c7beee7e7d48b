import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import {
  isStyled,
  styleOf,
  type ColumnKind,
  type ColumnRule,
  type ColumnStyle,
} from '@tidemark/shared/charts/column-style'
import { isNumericType, isTemporalType, type Field } from '@tidemark/shared/query/field'

type Styled = Pick<ChartVisual, 'columnStyles' | 'columnOrder'>

/** Returns the styles with a change of one column's; a part that is undefined goes back to what nobody chose. */
export function withStyle(
  { columnStyles }: Styled,
  column: string,
  change: { readonly [Part in keyof Omit<ColumnStyle, 'column'>]: ColumnStyle[Part] | undefined },
): ColumnStyle[] {
  const given = { ...styleOf(columnStyles, column), ...change }
  // The schema knows absent parts alone.
  const next = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ColumnStyle
  const others = columnStyles.filter((style) => style.column !== column)
  return isStyled(next) ? [...others, next] : others
}

/** Returns the columns of a result in the order in which the table shows them, hidden ones included. */
export function columnsInOrder({ columnOrder }: Styled, fields: readonly Field[]): readonly Field[] {
  const placeOf = ({ name }: Field) => {
    const place = columnOrder.indexOf(name)
    return place < 0 ? columnOrder.length : place
  }
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the order with a column one place further up or down. */
export function withMoved(visual: Styled, fields: readonly Field[], column: string, by: -1 | 1): string[] {
  const names = columnsInOrder(visual, fields).map(({ name }) => name)
  const at = names.indexOf(column)
  if (at < 0 || at + by < 0 || at + by >= names.length) return names
  return names.toSpliced(at, 1).toSpliced(at + by, 0, column)
}

const kindNames: Readonly<Record<ColumnKind, string>> = {
  auto: 'As it is',
  number: 'Number',
  date: 'Date',
  month: 'Month',
  time: 'Date and time',
  duration: 'Duration, from seconds',
  bytes: 'Size, from bytes',
  link: 'Link',
  email: 'E-mail',
  image: 'Picture',
  json: 'JSON',
  mark: 'Tick or cross',
  bars: 'Small bars, of a list',
  line: 'Small line, of a list',
}

/** Returns how values of a column can be shown. */
export function kindsFor({ type }: Field): readonly { readonly value: ColumnKind; readonly label: string }[] {
  const kinds: readonly ColumnKind[] = isNumericType(type)
    ? ['auto', 'number', 'duration', 'bytes', 'mark', 'link']
    : isTemporalType(type)
      ? ['auto', 'date', 'month', 'time', 'link']
      : type === 'boolean'
        ? ['auto', 'mark']
        : ['auto', 'link', 'email', 'image', 'json', 'bars', 'line', 'mark']
  return kinds.map((value) => ({ value, label: kindNames[value] }))
}

/** Returns the rule that is added to a column: for numbers one of an order. */
export function newRule(kind: ColumnRule['kind'], { type }: Field): ColumnRule {
  if (kind === 'scale' || kind === 'bar') return { kind }
  const op = isNumericType(type) || isTemporalType(type) ? 'less' : 'is'
  const test = { op, value: isNumericType(type) ? '0' : type === 'boolean' ? 'true' : '' } as const
  return kind === 'icon' ? { kind, test, tone: 'bad', icon: 'warning' } : { kind, test, tone: 'bad' }
}
