import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { ResultData } from '@tidemark/shared/query/run-query'
import type { CellChoosing } from '@/features/result-grid/result-grid'
import type { ChosenMark } from '../mark-rows'
import type { MarkSelecting } from './mark-selecting'
import { selectionAfter } from './selection'
import { isChosen, selectionOfMark } from './selection-of-mark'

/** How the cells of a table or pivot are chosen. isChosen: absent where none is. */
export interface CellSelecting {
  readonly choosing: <Cell>(
    markOf: (cell: Cell) => Pick<ChosenMark, 'conditions' | 'row' | 'values'>,
  ) => CellChoosing<Cell>
  readonly isChosen: ((conditions: readonly ResultFilter[]) => boolean) | undefined
}

export function cellSelecting(selecting: MarkSelecting, visual: ChartVisual, data: ResultData): CellSelecting {
  const { query, chosen, isOnClick, opensOnClick, choose } = selecting
  const source = { query, visual, data }
  return {
    choosing: (markOf) => ({
      isOnClick,
      opensOnClick,
      choose: (cell, isMore) => {
        const own = selectionOfMark(markOf(cell), source)
        if (own.length > 0) choose(selectionAfter(chosen, own, isMore))
        return own.length > 0
      },
      clear: () => {
        if (chosen !== null) choose(null)
        return chosen !== null
      },
    }),
    isChosen: chosen === null ? undefined : (conditions) => isChosen({ conditions, row: null }, chosen, source),
  }
}
