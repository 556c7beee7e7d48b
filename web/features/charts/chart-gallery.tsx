'use client'

import { chartTypes } from '@tidemark/shared/charts/chart-types'
import type { ChartType } from '@tidemark/shared/charts/chart-visual'
import { galleryNow } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import type { GalleryChart } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { typesInStates } from '@tidemark/shared/charts/plot/gallery/gallery-states'
import { ChartView } from './chart-view'

const widthPx = 410
const narrowPx = 288
const widePx = 1568
const heightsPx = { number: 72, other: 240 } as const

interface ChartGalleryProps {
  readonly gallery: readonly GalleryChart[]
  readonly type: ChartType | null
}

/** All charts of the gallery, each in a tile with its name; or one type in all of its states, narrow and wide. */
export function ChartGallery({ gallery, type }: ChartGalleryProps) {
  const types = typesInStates(gallery)
  const states = types.find((each) => each.type === type)
  return (
    <main className="flex flex-wrap gap-3 p-4">
      <h1 className="w-full text-title">
        {states === undefined ? 'Chart gallery' : `${chartTypes[states.type].name} in every state`}
      </h1>
      <nav aria-label="Types in every state" className="flex w-full flex-wrap gap-x-3 gap-y-1 text-small">
        {types.map((each) => (
          <a
            key={each.type}
            href={`/gallery?type=${each.type}`}
            aria-current={each === states ? 'page' : undefined}
            className="text-accent underline aria-[current]:text-text"
          >
            {chartTypes[each.type].name}
          </a>
        ))}
      </nav>
      {states === undefined
        ? gallery.map((chart) => (
            <GalleryTile key={chart.name} chart={chart} label={chart.name} heading={chart.title} widthPx={widthPx} />
          ))
        : [
            ...states.charts.map((chart) => (
              <GalleryTile key={chart.state} chart={chart} label={chart.state} heading="" widthPx={narrowPx} />
            )),
            ...states.charts
              .slice(0, 1)
              .map((chart) => (
                <GalleryTile key="wide" chart={chart} label={`${chart.state}, wide`} heading="" widthPx={widePx} />
              )),
          ]}
    </main>
  )
}

interface GalleryTileProps {
  readonly chart: GalleryChart
  readonly label: string
  readonly heading: string
  readonly widthPx: number
}

function GalleryTile({ chart: { title, visual, data }, label, heading, widthPx: width }: GalleryTileProps) {
  return (
    <section
      aria-label={label}
      className="rounded-tile border border-line bg-surface p-3.5 shadow-tile"
      style={{ width: width + 30 }}
    >
      <h2 className="mb-2 text-tile">
        {heading} <span className="font-normal text-muted">{label}</span>
      </h2>
      <ChartView
        visual={visual}
        data={data}
        width={width}
        height={visual.type === 'number' ? heightsPx.number : heightsPx.other}
        title={title}
        now={galleryNow}
      />
    </section>
  )
}
