import { cutText } from '@tidemark/shared/base/plain-text'
import { mostSelectedValues } from '@/features/charts/selections/selection'
import { nameForColumn } from './filter-sources'
import { mostColumns, type LeftOutPart } from './selection-address'

/** Says that a selection in the address was left out, or a part of it. */
export function leftOutText({ column, text, isLeftOut }: LeftOutPart): string {
  const name = nameForColumn(column)
  if (text !== undefined) return `${name} is not selected: “${cutText(text, 60)}” in the address is no value of it.`
  return isLeftOut
    ? `${name} is not selected: a selection in the address has at most ${mostColumns} columns.`
    : `Only the first ${mostSelectedValues} values of ${name} in the address are selected.`
}
