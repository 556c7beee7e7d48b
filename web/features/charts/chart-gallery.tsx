'use client'

import { galleryCharts, galleryNow } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { ChartView } from './chart-view'

const widthPx = 410
const heightsPx = { number: 72, other: 240 } as const

/** All charts of the gallery, each in a tile with its name. */
export function ChartGallery() {
  return (
    <main
      className="grid justify-start gap-3 p-5"
      style={{ gridTemplateColumns: `repeat(auto-fill, ${widthPx + 30}px)` }}
    >
      <h1 className="col-span-full text-title">Chart gallery</h1>
      {galleryCharts.map(({ name, title, visual, data }) => (
        <section key={name} aria-label={name} className="rounded-tile border border-line bg-surface p-3.5 shadow-tile">
          <h2 className="mb-2 text-tile">
            {title} <span className="font-normal text-muted">{name}</span>
          </h2>
          <ChartView
            visual={visual}
            data={data}
            width={widthPx}
            height={visual.type === 'number' ? heightsPx.number : heightsPx.other}
            title={title}
            now={galleryNow}
          />
        </section>
      ))}
    </main>
  )
}
