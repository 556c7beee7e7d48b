import { singleColor } from '@tidemark/shared/charts/plot/colors/palette'
import type { NumberPlot } from '@tidemark/shared/charts/plot/plot'
import { fitText } from '@tidemark/shared/charts/plot/text/text-width'

/** From the foot of a number to that of the line below it, and the room of the letters below that foot. */
const belowPx = 20
const descentPx = 4

/** The height of a number and the line below it. */
export function numberHeightPx({ textPx, change, period }: NumberPlot): number {
  return textPx + (change === null && period === '' ? 0 : belowPx) + descentPx
}

/** A number, what it is compared with below it, and its course at its side. */
export function BigNumber({ plot, versus }: { readonly plot: NumberPlot; readonly versus: string }) {
  const { change, spark, sparkBox, textPx } = plot
  const below = change === null ? plot.period : `${arrows[change.direction]} ${change.text} ${versus} ${change.against}`
  const tone = change?.good === true ? 'good' : change?.good === false ? 'bad' : 'muted'
  return (
    <>
      <text y={textPx} fontSize={textPx} fontWeight={600} fill="var(--color-text)">
        {plot.text}
        {plot.isPeriodBeside && (
          <tspan dx={8} fontSize={12} fontWeight={400} fill="var(--color-muted)">
            {plot.period}
          </tspan>
        )}
      </text>
      <text y={textPx + belowPx} fontSize={12} fill={`var(--color-${tone})`}>
        {fitText(below, plot.widthPx, 12)}
      </text>
      {spark.length > 1 && (
        <path
          transform={`translate(${sparkBox.x} ${sparkBox.y})`}
          d={`M${spark.map(({ px, py }) => `${px},${py}`).join('L')}`}
          fill="none"
          stroke={change?.good === false ? 'var(--color-bad)' : singleColor}
          strokeWidth={1.75}
        />
      )}
    </>
  )
}

const arrows = { up: '↑', down: '↓', same: '→' } as const
