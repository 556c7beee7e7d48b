'use client'

import { ListFilter } from 'lucide-react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Segment } from '@tidemark/shared/segments/segment'
import { countSegmentUsers } from '@tidemark/shared/segments/segment-users'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { segmentWords } from './segment-words'

/** The segments of the catalogue, a line each. */
export function SegmentList({ segments }: { readonly segments: readonly Segment[] }) {
  const { locale } = usePageEnvironment()
  const counts = useView(countSegmentUsers, [])
  return (
    <ul
      aria-label="Segments"
      className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile"
    >
      {segments.map((segment) => (
        <li key={segment.id}>
          <AppLink
            href={`/segments/${segment.id}`}
            className="flex min-h-12 items-center gap-3 px-3.5 py-2 -outline-offset-2! transition-colors hover:bg-hover"
          >
            <ListFilter aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{segment.name}</span>
              <span className="block truncate text-small text-muted">
                {segment.description === '' ? segmentWords(segment) : segment.description}
              </span>
            </span>
            <span className="tabular shrink-0 text-right text-small text-muted">
              {plural(locale, counts.get(segment.id) ?? 0, 'use')}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
