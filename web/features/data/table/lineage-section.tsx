'use client'

import { Boxes, ChartLine, LayoutDashboard, ListFilter, Sigma, Table2, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import {
  lineageId,
  lineageKinds,
  lineageOf,
  type Lineage,
  type LineageKind,
  type LineageNode,
  type LineageOf,
} from '@tidemark/shared/tables/lineage'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { AskedTable } from '@tidemark/shared/tables/table-users'
import type { MetricId } from '@tidemark/shared/metrics/metric'
import type { SegmentId } from '@tidemark/shared/segments/segment'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { classNames } from '@/ui/class-names'

const widthPx = 168
const heightPx = 36
const columnPx = widthPx + 44
const rowPx = heightPx + 8
/** A column of more is read nowhere. */
const mostInColumn = 40

const icons: Readonly<Record<LineageKind, LucideIcon>> = {
  source: Table2,
  model: Boxes,
  segment: ListFilter,
  metric: Sigma,
  chart: ChartLine,
  dashboard: LayoutDashboard,
}
const headings: Readonly<Record<LineageKind, string>> = {
  source: 'Data',
  model: 'Models',
  segment: 'Segments',
  metric: 'Metrics',
  chart: 'Charts',
  dashboard: 'Dashboards',
}

/** The lineage of a table or model. */
export function TableLineage({ asked }: { readonly asked: AskedTable }) {
  const of = useMemo(() => ({ kind: 'table', asked }) as const, [asked])
  return <LineageSection of={of} />
}

/** The lineage of a metric. */
export function MetricLineage({ id }: { readonly id: MetricId }) {
  const of = useMemo(() => ({ kind: 'metric', id }) as const, [id])
  return <LineageSection of={of} />
}

/** The lineage of a segment. */
export function SegmentLineage({ id }: { readonly id: SegmentId }) {
  const of = useMemo(() => ({ kind: 'segment', id }) as const, [id])
  return <LineageSection of={of} />
}

/** The way from data to dashboards through a thing: as a graph, or as a list where there is no room. */
function LineageSection({ of }: { readonly of: LineageOf }) {
  const { own, lineage } = useView((view) => ({ own: lineageId(of), lineage: lineageOf(view, of) }), [of])
  if (lineage.links.length === 0) return null
  return (
    <section aria-label="Lineage" className="@container">
      <h2 className="mb-2 flex min-h-[30px] items-center text-tile">Lineage</h2>
      <div className="rounded-tile border border-line bg-surface shadow-tile">
        <LineageGraph lineage={lineage} own={own} />
        <LineageList lineage={lineage} own={own} />
      </div>
    </section>
  )
}

interface Shown {
  readonly lineage: Lineage
  readonly own: string
}

interface Placed {
  readonly node: LineageNode
  readonly x: number
  readonly y: number
}

function LineageGraph({ lineage, own }: Shown) {
  const { locale } = usePageEnvironment()
  const { placed, left, width, height } = placedNodes(lineage)
  const nameOf = new Map(lineage.nodes.map(({ id, name }) => [id, name]))
  const lines = lineage.links.flatMap(({ from, to }) => {
    const [start, end] = [placed.get(from), placed.get(to)]
    return start === undefined || end === undefined ? [] : [{ key: `${from} ${to}`, start, end }]
  })
  return (
    <div className="hidden max-h-96 overflow-auto p-3.5 @min-[40rem]:block">
      <div className="relative" style={{ width, height }}>
        <svg aria-hidden width={width} height={height} className="absolute inset-0 text-line-strong">
          {lines.map(({ key, start, end }) => (
            <path key={key} d={pathBetween(start, end)} fill="none" stroke="currentColor" strokeWidth={1.5} />
          ))}
        </svg>
        <ul aria-label="Lineage, from data to dashboards">
          {[...placed.values()].map(({ node, x, y }) => {
            const madeOf = lineage.links.flatMap(({ from, to }) => (to === node.id ? (nameOf.get(from) ?? []) : []))
            return (
              <li key={node.id} className="absolute" style={{ left: x, top: y, width: widthPx, height: heightPx }}>
                <NodeLink
                  node={node}
                  isOwn={node.id === own}
                  className="h-full border bg-surface px-2.5"
                  about={madeOf.length === 0 ? '' : `, from ${madeOf.join(', ')}`}
                />
              </li>
            )
          })}
        </ul>
      </div>
      {left > 0 && <p className="pt-2 text-small text-muted">{plural(locale, left, 'more thing')} not drawn.</p>}
    </div>
  )
}

/** The same by kind, where a graph has no room. */
function LineageList({ lineage: { nodes }, own }: Shown) {
  const { locale } = usePageEnvironment()
  return (
    <dl className="divide-y divide-line @min-[40rem]:hidden">
      {lineageKinds.map((kind) => {
        const ofKind = nodes.filter((node) => node.kind === kind)
        if (ofKind.length === 0) return null
        return (
          <div key={kind} className="px-3.5 py-2">
            <dt className="text-small text-muted">{headings[kind]}</dt>
            {ofKind.slice(0, mostInColumn).map((node) => (
              <dd key={node.id}>
                <NodeLink node={node} isOwn={node.id === own} className="min-h-8 touch:min-h-11" about="" />
              </dd>
            ))}
            {ofKind.length > mostInColumn && (
              <dd className="pt-1 text-small text-muted">
                {plural(locale, ofKind.length - mostInColumn, 'more thing')} not listed.
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

interface NodeLinkProps {
  readonly node: LineageNode
  readonly isOwn: boolean
  readonly className: string
  /** For those who do not see the lines. */
  readonly about: string
}

function NodeLink({ node: { kind, name, href }, isOwn, className, about }: NodeLinkProps) {
  const Icon = icons[kind]
  const shared = classNames(
    'flex min-w-0 items-center gap-2 rounded-row',
    className,
    isOwn ? 'border-accent font-medium' : 'border-line',
  )
  const content = (
    <>
      <Icon aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">{name}</span>
      <span className="sr-only">
        {` (${kind === 'source' ? 'data' : kind})`}
        {about}
      </span>
    </>
  )
  return isOwn || href === null ? (
    <span aria-current={isOwn || undefined} title={name} className={shared}>
      {content}
    </span>
  ) : (
    <AppLink href={href} title={name} className={`${shared} transition-colors hover:bg-hover`}>
      {content}
    </AppLink>
  )
}

/** Columns by depth; within one, near what a thing is made of. left: how many things have no place. */
function placedNodes({ nodes, links }: Lineage) {
  const placed = new Map<string, Placed>()
  const depths = [...new Set(nodes.map(({ depth }) => depth))].toSorted((a, b) => a - b)
  let left = 0
  let rows = 0
  for (const [column, depth] of depths.entries()) {
    const all = nodes.filter((node) => node.depth === depth)
    const heightOf = (node: LineageNode) => {
      const above = links.flatMap(({ from, to }) => (to === node.id ? (placed.get(from)?.y ?? []) : []))
      return above.length === 0 ? 0 : above.reduce((sum, y) => sum + y, 0) / above.length
    }
    const ordered = all.map((node) => ({ node, at: heightOf(node) })).toSorted((a, b) => a.at - b.at)
    const shown = ordered.slice(0, mostInColumn)
    left += ordered.length - shown.length
    rows = Math.max(rows, shown.length)
    for (const [row, { node }] of shown.entries()) placed.set(node.id, { node, x: column * columnPx, y: row * rowPx })
  }
  return { placed, left, width: depths.length * columnPx - (columnPx - widthPx), height: rows * rowPx }
}

function pathBetween(start: Placed, end: Placed): string {
  const [x, y] = [start.x + widthPx, start.y + heightPx / 2]
  const [toX, toY] = [end.x, end.y + heightPx / 2]
  const middle = (x + toX) / 2
  return `M${x},${y}C${middle},${y} ${middle},${toY} ${toX},${toY}`
}
