import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HistoryButton } from '@/features/history/history-button'
import { RunHistoryButton } from './run-history-button'

test('a person’s runs and the history of a chart stand side by side with an icon each', () => {
  const iconIn = (html: string) => /<svg.*?<\/svg>/s.exec(html)?.[0] ?? expect.fail(html)
  const runs = iconIn(renderToStaticMarkup(<RunHistoryButton onRestore={() => {}} />))
  expect(runs).not.toBe(iconIn(renderToStaticMarkup(<HistoryButton kind="chart" id="c" />)))
})
