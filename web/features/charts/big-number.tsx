import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { NumberPlot } from '@tidemark/shared/charts/plot/plot'
import { classNames } from '@/ui/class-names'

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight } as const

/** One number with its change and its course. The arrow follows the sign of the change, the colour whether it is good. */
export function BigNumber({ plot, title }: { readonly plot: NumberPlot; readonly title: string }) {
  const { change, spark, sparkBox } = plot
  const Arrow = arrows[change?.direction ?? 'same']
  const last = spark.at(-1)
  const sparkColor = change?.good === false ? 'var(--color-bad)' : 'var(--series-1)'
  return (
    <div
      role="group"
      aria-label={`${title}. ${plot.summary}`}
      // The server only guesses the width: in a wider room the course follows its edge.
      className="relative flex min-w-full flex-col justify-center overflow-hidden"
      style={{ width: plot.widthPx, height: plot.heightPx }}
    >
      <div
        title={[plot.fullText, plot.period].filter(Boolean).join(', ')}
        className={classNames('truncate text-number tabular-nums', plot.value === null && 'text-muted')}
        style={{ fontSize: plot.textPx }}
      >
        {plot.text}
      </div>
      <div className="flex h-5 items-center gap-1 text-small whitespace-nowrap">
        {change !== null ? (
          <>
            <span
              className={classNames(
                'flex items-center gap-0.5 font-semibold',
                change.good === null ? 'text-muted' : change.good ? 'text-good' : 'text-bad',
              )}
            >
              <Arrow aria-hidden className="size-3.5!" />
              {change.text}
            </span>
            {/* What is a fraction of a pixel too long is not cut. */}
            <span className="-mr-0.5 min-w-0 truncate text-muted">vs {change.against}</span>
          </>
        ) : (
          <span className="truncate text-muted">{plot.period}</span>
        )}
      </div>
      {spark.length > 0 && (
        <svg
          aria-hidden
          className="absolute"
          width={sparkBox.width}
          height={sparkBox.height}
          style={{ right: plot.widthPx - sparkBox.x - sparkBox.width, top: sparkBox.y, overflow: 'visible' }}
        >
          <path
            data-mark="spark"
            d={`M${spark.map(({ px, py }) => `${px},${py}`).join('L')}`}
            fill="none"
            stroke={sparkColor}
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          {last !== undefined && <circle cx={last.px} cy={last.py} r={2.5} fill={sparkColor} />}
        </svg>
      )}
    </div>
  )
}
