import type { LegendEntry } from '@tidemark/shared/charts/plot/plot'
import { lineWidthPx, stripesOf } from './chart-marks'

const squarePx = 10
const dashedWidthPx = 20
const heightPx = 10

type SwatchOf = Pick<LegendEntry, 'color' | 'dash' | 'mark'>

/** The sample of a series beside its name: its colour, and its dashes if others have that colour too. */
export function SeriesSwatch({ of }: { readonly of: SwatchOf }) {
  const { color, dash = '' } = of
  if (dash === '')
    return (
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-[3px] forced-color-adjust-none"
        style={{ background: color }}
      />
    )
  return (
    <svg aria-hidden width={dashedWidthPx} height={heightPx} className="shrink-0">
      <Dashes of={of} y={heightPx / 2} />
    </svg>
  )
}

/** The same within a larger SVG, from x = 0 on and around y = 0. */
export function SwatchShape({ of }: { readonly of: SwatchOf }) {
  return (of.dash ?? '') === '' ? (
    <rect y={-squarePx / 2} width={squarePx} height={squarePx} rx={3} fill={of.color} />
  ) : (
    <Dashes of={of} y={0} />
  )
}

export function swatchWidthPx({ dash = '' }: SwatchOf): number {
  return dash === '' ? squarePx : dashedWidthPx
}

function Dashes({ of: { color, dash = '', mark }, y }: { readonly of: SwatchOf; readonly y: number }) {
  return (
    <path
      d={`M0,${y}H${dashedWidthPx}`}
      stroke={color}
      strokeWidth={mark === 'bar' ? heightPx : lineWidthPx + 1}
      strokeDasharray={mark === 'bar' ? stripesOf(dash) : dash}
    />
  )
}
