import { fitText } from '@tidemark/shared/charts/plot/text/text-width'

import { tablePx } from './tables/table-layout'

const titlePx = 13
export const smallPx = 11
export const smallLinePx = 15

/** The height of a chart's name, unless the head of the page tells it, and its description. */
export function chartHeadPx({
  isAlone,
  description,
}: {
  readonly isAlone: boolean
  readonly description: string
}): number {
  return (isAlone ? 0 : tablePx.title) + (description === '' ? 0 : smallLinePx)
}

/** The name of a tile, in one line. */
export function Title({ text, width }: { readonly text: string; readonly width: number }) {
  return (
    <text y={13} fontSize={titlePx} fontWeight={600} fill="var(--color-text)">
      {fitText(text, width, titlePx, 600)}
    </text>
  )
}

/** The description of a tile below its name, in one line. */
export function Description({ text, width }: { readonly text: string; readonly width: number }) {
  if (text === '') return null
  return (
    <text y={28} fontSize={smallPx} fill="var(--color-muted)">
      {fitText(text, width, smallPx)}
    </text>
  )
}

interface SmallProps {
  readonly lines: readonly string[]
  readonly top: number
  readonly most: number
}

/** Small lines from `top` to `most` at most. */
export function Small({ lines, top, most }: SmallProps) {
  const shown = lines.slice(0, Math.max(1, Math.floor((most - top) / smallLinePx)))
  return shown.map((line, index) => (
    <text key={index} y={top + index * smallLinePx + 11} fontSize={smallPx} fill="var(--color-muted)">
      {index === shown.length - 1 && shown.length < lines.length ? `${line} …` : line}
    </text>
  ))
}
