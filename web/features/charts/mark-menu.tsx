'use client'

import {
  ArrowLeftRight,
  ChartNoAxesCombined,
  Copy,
  Filter,
  FilterX,
  MessageCircleQuestion,
  MessageSquare,
  MessageSquareText,
  Rows3,
  Split,
  UnfoldHorizontal,
  ZoomIn,
  type LucideIcon,
} from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { mayAskQuestion } from '@tidemark/shared/datasets/dataset-rights'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { copyText } from '@/features/messages/copy-text'
import { lazyComponent } from '@/ui/lazy-part'
import { MenuGroup, MenuItem } from '@/ui/popups/menu'
import { PointMenu } from '@/ui/popups/point-menu'
import { useDefined } from './follow/use-defined'
import { useExplained } from './follow/use-explained'
import { useFollow } from './follow/use-follow'
import type { MarkFilter, MarkMenuSource } from './mark-menu-source'
import { filtersInForce, measuresOfMark, placeOfMark, rowsAsked, type ChosenMark } from './mark-rows'
import { selectionAfter, type SelectedColumn } from './selections/selection'
import { selectionOfMark } from './selections/selection-of-mark'
import { selectionText } from './selections/selection-text'
import { useOpenAsQuestion } from './use-open-as-question'

const ExplainDialog = lazyComponent(() => import('./follow/explain-dialog'))
const BreakOutDialog = lazyComponent(() => import('./follow/break-out-dialog'))
const AnnotateDialog = lazyComponent(() => import('./annotate-dialog'))
const MarkRowsDialog = lazyComponent(() => import('./mark-rows-dialog'))

export interface MarkMenuProps extends MarkMenuSource {
  readonly mark: ChosenMark
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly maySeeRows: boolean
}

interface ShownRows {
  readonly item: RunItem
  readonly label: string
  readonly inForce: string
}

/** The menu of a chosen mark, at its place, and the dialog of the rows behind it. */
export default function MarkMenu(props: MarkMenuProps) {
  const {
    mark,
    open,
    onOpenChange,
    query,
    itemOf,
    filterNames,
    filtersOf,
    name,
    visual,
    annotates,
    onComment,
    selecting,
    folderId,
  } = props
  const actor = useActor()
  const mayAsk = useMayAsk()
  // Who may ask questions of some data may see only the results of other.
  const mayAskThis = useView((view) => mayAskQuestion(actor, view, query), [actor, query])
  const maySeeRows = props.maySeeRows && mayAskThis
  const [shown, setShown] = useState<ShownRows | null>(null)
  const [areRowsOpen, setRowsOpen] = useState(false)
  const returnFocus = useMemo(() => ({ current: mark.element }), [mark])
  const rowsOf = maySeeRows ? rowsAsked(query, mark) : null
  const selections = useSelections(props)
  // Chosen marks set the filters that there are.
  const filters = (filtersOf?.(mark) ?? []).filter(({ column }) => selecting === undefined || column === undefined)
  const openAsQuestion = useOpenAsQuestion(props)
  const defined = useDefined(query)
  const explained = useExplained(mark, defined)
  const steps = useFollow(props)
  const [breakingOut, setBreakingOut] = useState<'never' | 'open' | 'closed'>('never')
  const [explaining, setExplaining] = useState<'never' | 'open' | 'closed'>('never')
  const [annotating, setAnnotating] = useState<'never' | 'open' | 'closed'>('never')
  const place = chartTypes[visual.type].controls.includes('annotations') ? placeOfMark(mark, visual.x) : null
  const copied = mark.text === '' ? mark.label : mark.text
  const onRowsOpenChange = (next: boolean) => {
    setRowsOpen(next)
    // The dialog knows only the item of the menu that it was opened by, which is gone.
    if (!next) setTimeout(() => mark.element.focus({ preventScroll: true }), 0)
  }
  const showRows = () => {
    if (rowsOf === null) return
    const measures = defined === null ? [] : measuresOfMark(defined, visual, mark)
    const counted = measures.length === 0 ? {} : { counted: measures.map((one) => one.name) }
    setShown({
      item: { ...itemOf(), rowsOf: [...rowsOf], ...counted },
      label: mark.label,
      inForce: defined === null ? '' : filtersInForce(defined, measures),
    })
    setRowsOpen(true)
  }
  return (
    // Some browsers open a menu of theirs when the key for it is let go, by then over this one.
    <div className="contents" onContextMenu={(event) => event.preventDefault()}>
      <PointMenu
        open={open}
        point={mark.point}
        focusFirst={mark.isByKeyboard}
        returnFocus={returnFocus}
        label={mark.label}
        onOpenChange={onOpenChange}
      >
        <MenuGroup label={[mark.label, mark.text].filter(Boolean).join(' · ')}>
          {[...selections, ...filters].map((filter) => (
            <FilterItem key={filter.label} filter={filter} />
          ))}
          {selections.length === 0 && filters.length === 0 && selecting !== undefined && (
            <MenuItem icon={FilterX} disabled onSelect={() => undefined}>
              Filters nothing: no value of a column is here
            </MenuItem>
          )}
          {rowsOf !== null && (
            <MenuItem icon={Rows3} onSelect={showRows}>
              Show the rows
            </MenuItem>
          )}
          {maySeeRows && steps !== null && (
            <>
              {steps.zooms.map((zoom) => (
                <StepItem key={zoom.label} icon={ZoomIn} reason={zoom.reason} onSelect={zoom.follow}>
                  {zoom.label}
                </StepItem>
              ))}
              <StepItem icon={Split} reason={steps.breakOut.reason} onSelect={() => setBreakingOut('open')}>
                Break out by…
              </StepItem>
              {steps.compare !== null && (
                <StepItem icon={ArrowLeftRight} reason={steps.compare.reason} onSelect={steps.compare.follow}>
                  {steps.compare.label}
                </StepItem>
              )}
            </>
          )}
          {maySeeRows && mayAsk && (
            <MenuItem icon={MessageCircleQuestion} onSelect={openAsQuestion}>
              Open as a question
            </MenuItem>
          )}
          {maySeeRows && explained !== null && (
            <StepItem icon={ChartNoAxesCombined} reason={explained.reason} onSelect={() => setExplaining('open')}>
              Explain the change…
            </StepItem>
          )}
          {mark.beginRange !== undefined && (
            <MenuItem icon={UnfoldHorizontal} onSelect={mark.beginRange}>
              Choose a range from here…
            </MenuItem>
          )}
          {annotates !== null && place !== null && (
            <MenuItem icon={MessageSquareText} onSelect={() => setAnnotating('open')}>
              Annotate…
            </MenuItem>
          )}
          {onComment !== null && (
            <MenuItem icon={MessageSquare} onSelect={() => onComment(mark)}>
              Comment…
            </MenuItem>
          )}
          <MenuItem icon={Copy} onSelect={() => copyText(copied, 'Copied')}>
            Copy
          </MenuItem>
        </MenuGroup>
      </PointMenu>
      {explained !== null && explaining !== 'never' && (
        <ExplainDialog
          query={explained.query}
          periods={explained.periods}
          drawn={explained.drawn}
          measure={measuresOfMark(explained.query, visual, mark)[0]?.measure.id ?? null}
          filters={itemOf().filters ?? noFilters}
          timeZone={itemOf().timeZone}
          format={visual.format}
          label={mark.label === name ? name : `${name} · ${mark.label}`}
          visual={visual}
          folderId={folderId}
          filtersOf={filtersOf && ((value) => filtersOf({ ...mark, values: [value] }))}
          open={explaining === 'open'}
          onOpenChange={(next) => {
            setExplaining(next ? 'open' : 'closed')
            if (!next) setTimeout(() => mark.element.focus({ preventScroll: true }), 0)
          }}
          isAllowed={maySeeRows}
        />
      )}
      {steps !== null && defined !== null && breakingOut !== 'never' && (
        <BreakOutDialog
          query={defined}
          mark={steps.mark}
          filters={itemOf().filters ?? noFilters}
          timeZone={itemOf().timeZone}
          format={visual.format}
          label={mark.label === name ? name : `${name} · ${mark.label}`}
          open={breakingOut === 'open'}
          onOpenChange={(next) => {
            setBreakingOut(next ? 'open' : 'closed')
            if (!next) setTimeout(() => mark.element.focus({ preventScroll: true }), 0)
          }}
          onColumn={(column) => steps.take({ kind: 'break-out', mark: [...steps.mark], column })}
        />
      )}
      {annotates !== null && place !== null && annotating !== 'never' && (
        <AnnotateDialog
          key={place}
          chartId={annotates}
          annotations={visual.annotations}
          x={place}
          label={mark.label}
          open={annotating === 'open'}
          onOpenChange={(next) => {
            setAnnotating(next ? 'open' : 'closed')
            if (!next) setTimeout(() => mark.element.focus({ preventScroll: true }), 0)
          }}
          isAllowed
        />
      )}
      {shown !== null && (
        <MarkRowsDialog
          query={query}
          {...shown}
          filterNames={filterNames}
          name={name}
          open={areRowsOpen}
          onOpenChange={onRowsOpenChange}
          isAllowed={maySeeRows}
        />
      )}
    </div>
  )
}

const noFilters: readonly ResultFilter[] = []

interface StepItemProps {
  readonly icon: LucideIcon
  /** Why it cannot be chosen; null if it can. */
  readonly reason: string | null
  readonly onSelect: () => void
  readonly children: ReactNode
}

function StepItem({ icon, reason, onSelect, children }: StepItemProps) {
  return (
    <MenuItem icon={icon} disabled={reason !== null} onSelect={onSelect}>
      {children}
      {reason !== null && <span className="block max-w-72 text-small whitespace-normal">{reason}</span>}
    </MenuItem>
  )
}

/** The commands that filter the other charts by a mark: by all of its columns, and by each. */
function useSelections({ mark, query, visual, selecting }: MarkMenuProps): readonly MarkFilter[] {
  const { locale } = usePageEnvironment()
  if (selecting === undefined) return []
  const { chosen, choose, nameOf } = selecting
  const own = selectionOfMark(mark, { query, visual, data: mark.data })
  const words = (part: SelectedColumn) => `${nameOf(part.column)} = ${selectionText(part, locale)}`
  const offered = own.length > 1 ? [own, ...own.map((part) => [part])] : own.length === 0 ? [] : [own]
  const items = offered.map((parts): MarkFilter => {
    const next = selectionAfter(chosen, parts, false)
    return {
      label: next === null ? 'Clear the selection' : `Filter other charts by ${parts.map(words).join(' and ')}`,
      isOn: next === null,
      choose: () => choose(next),
    }
  })
  return chosen === null || items.some(({ isOn }) => isOn)
    ? items
    : [...items, { label: 'Clear the selection', isOn: true, choose: () => choose(null) }]
}

function FilterItem({ filter: { label, isOn, choose } }: { readonly filter: MarkFilter }) {
  return (
    <MenuItem icon={isOn ? FilterX : Filter} onSelect={choose}>
      {label}
    </MenuItem>
  )
}
