import { Image, Spline } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import type { ImageFormat } from '@tidemark/shared/query/export-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import type { ShownChart } from '@/features/charts/chart-drawing'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { MenuGroup, MenuItem } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import type { ImageSource } from './chart-image'

interface ImageItemsProps {
  readonly title: string
  readonly description: string
  readonly shown: RefObject<ShownChart | null>
}

/** The menu items that save a chart as an image; none for tables, numbers and messages, which are no drawings. */
export default function ImageItems({ title, description, shown }: ImageItemsProps) {
  const { locale } = usePageEnvironment()
  const [isDrawing, setIsDrawing] = useState(false)
  useEffect(() => {
    // The drawing code may still be loading when the menu opens.
    let frame = 0
    const look = () => {
      if (shown.current === null) frame = requestAnimationFrame(look)
      else setIsDrawing(isDrawnPlot(shown.current.plot))
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [shown])
  if (!isDrawing) return null
  const save = (format: ImageFormat) => {
    const current = shown.current
    if (current !== null && isDrawnPlot(current.plot))
      void saveImage({ title, description, plot: current.plot, notes: current.notes }, format, locale)
  }
  return (
    <MenuGroup label="Download image">
      <MenuItem icon={Image} onSelect={() => save('png')}>
        PNG
      </MenuItem>
      <MenuItem icon={Spline} onSelect={() => save('svg')}>
        SVG
      </MenuItem>
    </MenuGroup>
  )
}

async function saveImage(source: ImageSource, format: ImageFormat, locale: string): Promise<void> {
  const part = await import('./save-chart-image').catch((error: unknown) => {
    console.info('what makes images could not be fetched', error)
    return null
  })
  if (part !== null) return await part.saveChartImage(source, format, locale)
  toast('The image was not made. No file was saved.', {
    tone: 'bad',
    description: 'What makes it could not be fetched: try again when the server can be reached.',
    action: { label: 'Try again', onClick: () => void saveImage(source, format, locale) },
  })
}
