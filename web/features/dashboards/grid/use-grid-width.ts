import { useLayoutEffect, useState, type RefObject } from 'react'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSidebarOpen } from '@/features/preferences/shell-preferences-context'
import { gridWidthPx, singleColumnMaxPx } from './grid-geometry'

const sidebarWidthPx = { open: 236, collapsed: 52 } as const

export interface GridWidth {
  readonly gridWidth: number
  readonly isSingleColumn: boolean
}

/** The grid's width in pixels: reckoned from the window on the server and in the first render, measured afterwards. */
export function useGridWidth(ref: RefObject<HTMLElement | null>): GridWidth {
  const { viewportWidth } = usePageEnvironment()
  const [isSidebarOpen] = useSidebarOpen()
  const reckoned = gridWidthPx(viewportWidth, isSidebarOpen ? sidebarWidthPx.open : sidebarWidthPx.collapsed)
  const [measured, setMeasured] = useState<number | null>(null)
  useLayoutEffect(() => {
    const grid = ref.current
    if (grid === null) return
    const measure = () => {
      // On paper it has the width it had, which may be scaled.
      if (!matchMedia('print').matches) setMeasured(grid.getBoundingClientRect().width)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [ref])
  return { gridWidth: measured ?? reckoned, isSingleColumn: viewportWidth <= singleColumnMaxPx }
}
