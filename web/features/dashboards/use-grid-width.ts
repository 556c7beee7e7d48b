import { useLayoutEffect, useState, type RefObject } from 'react'
import { usePageEnvironment } from '@/client/page-environment'
import { useSidebarOpen } from '@/features/shell/shell-preferences-context'
import { gridWidthPx, singleColumnMaxPx } from './grid-geometry'

const sidebarWidthPx = { open: 236, collapsed: 52 } as const

export interface GridWidth {
  readonly gridWidth: number
  readonly isSingleColumn: boolean
  /**
   * Whether the server had guessed another width, as on a first visit: then its charts are replaced by ones drawn for the
   * real width, instead of every part of them being moved before the reader's eyes.
   */
  readonly isGuessWrong: boolean
}

/** The grid's width in pixels: reckoned from the window on the server and in the first render, measured afterwards. */
export function useGridWidth(ref: RefObject<HTMLElement | null>): GridWidth {
  const { viewportWidth } = usePageEnvironment()
  const [isSidebarOpen] = useSidebarOpen()
  const reckoned = gridWidthPx(viewportWidth, isSidebarOpen ? sidebarWidthPx.open : sidebarWidthPx.collapsed)
  const [measured, setMeasured] = useState<{ readonly width: number; readonly isGuessWrong: boolean } | null>(null)
  useLayoutEffect(() => {
    const grid = ref.current
    if (grid === null) return
    const measure = () => {
      const { width } = grid.getBoundingClientRect()
      setMeasured((known) =>
        known?.width === width
          ? known
          : { width, isGuessWrong: known?.isGuessWrong ?? Math.abs(width - reckoned) >= 1 },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
    // Only the width of the first render is a guess.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ref])
  return {
    gridWidth: measured?.width ?? reckoned,
    isSingleColumn: viewportWidth <= singleColumnMaxPx,
    isGuessWrong: measured?.isGuessWrong ?? false,
  }
}
