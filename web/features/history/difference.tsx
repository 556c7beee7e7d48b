import { Fragment } from 'react'
import type { DiffLine } from '@tidemark/shared/history/line-diff'
import { classNames } from '@/ui/class-names'

/** The number of unchanged lines shown around a change. */
const contextLines = 2

const looks = {
  same: { mark: ' ', as: 'span', className: 'text-muted' },
  added: { mark: '+', as: 'ins', className: 'bg-good/12 no-underline' },
  removed: { mark: '−', as: 'del', className: 'bg-bad/12 no-underline' },
} as const

interface DifferenceProps {
  readonly lines: readonly DiffLine[]
  /** Wraps long lines instead of scrolling, where there is little room. */
  readonly isWrapped?: boolean
}

/** The line diff of a text: removed and added lines with some context. */
export function Difference({ lines, isWrapped = false }: DifferenceProps) {
  return (
    <div
      // Focusable, so that long lines can be scrolled by keyboard.
      tabIndex={0}
      role="group"
      aria-label="What changed, line by line"
      className="mt-1 max-h-64 overflow-auto rounded-row border border-line bg-sunken py-1 font-mono text-small"
    >
      <div className={isWrapped ? '' : 'w-fit min-w-full'}>
        {lines.map(({ kind, text }, index) => {
          if (!isNearChange(lines, index)) return null
          const { mark, as: Line, className } = looks[kind]
          return (
            <Fragment key={index}>
              {index > 0 && !isNearChange(lines, index - 1) && (
                <div aria-hidden className="px-2 text-muted">
                  ⋯
                </div>
              )}
              <Line
                className={classNames(
                  'block px-2',
                  // Wrapped lines continue beside the mark, not below it.
                  isWrapped ? 'pl-6 -indent-4 break-words whitespace-pre-wrap' : 'whitespace-pre',
                  className,
                )}
              >
                <span aria-hidden className="mr-2 select-none">
                  {mark}
                </span>
                {text === '' ? ' ' : text}
              </Line>
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}

function isNearChange(lines: readonly DiffLine[], index: number): boolean {
  for (let near = index - contextLines; near <= index + contextLines; near += 1) {
    const line = lines[near]
    if (line !== undefined && line.kind !== 'same') return true
  }
  return false
}
