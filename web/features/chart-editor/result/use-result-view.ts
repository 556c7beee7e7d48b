import { useState } from 'react'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import type { ResultView } from './result-panel'

interface ChosenView {
  readonly view: ResultView
  readonly type: ChartType
}

/** Returns how the result is shown: as the person chose, until another chart type is chosen, which is then shown. */
export function useResultView(type: ChartType): readonly [view: ResultView, choose: (view: ResultView) => void] {
  const [chosen, setChosen] = useState<ChosenView | null>(null)
  return [resultViewOf(chosen, type), (view) => setChosen({ view, type })]
}

export function resultViewOf(chosen: ChosenView | null, type: ChartType): ResultView {
  if (chosen?.type === type) return chosen.view
  return type === 'table' ? 'table' : 'chart'
}
