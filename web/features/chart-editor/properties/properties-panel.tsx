'use client'

import { ChevronDown, Search } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { groupNames } from '@tidemark/shared/builder/part-labels'
import type { Chart } from '@tidemark/shared/charts/chart'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { visualPartsIn } from '@tidemark/shared/charts/merge-visual'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { useMutate } from '@/client/workspace/use-mutate'
import { LiveField } from '@/features/charts/live-field'
import { reportProblem } from '@/features/messages/report-problem'
import { classNames } from '@/ui/class-names'
import { TextField } from '@/ui/fields/text-field'
import { ChartTypePicker } from './chart-type-picker'
import { isSought, sectionNames, sectionsOf, type PropertySection } from './property-sections'
import { ShowMe } from './show-me'
import { useGoalMetrics } from './use-goal-metrics'
import { changeType } from './visual-controls'
import { VisualControlField } from './visual-control-field'

export interface PropertiesPanelProps {
  readonly chart: Chart
  /** The result from which columns are chosen; null until there is one. */
  readonly data: ResultData | null
  /**
   * Defined while the question is newer than that result: a type is then chosen without columns, which follow with the
   * answer.
   */
  readonly onTypeAhead?: (() => void) | undefined
}

/** Everything that determines how a chart is drawn. Each change is saved at once as an undo step. */
export function PropertiesPanel({ chart, data, onTypeAhead }: PropertiesPanelProps) {
  const mutate = useMutate()
  const [sought, setSought] = useState('')
  const { visual, query } = chart
  const wanted = sought.trim()
  const type = chartTypes[visual.type]
  const groupedBy = useMemo(
    () => (query.kind === 'builder' ? groupNames(lastStage(query.question)) : noColumns),
    [query],
  )
  const goalMetrics = useGoalMetrics(chart)
  const change = (next: Partial<ChartVisual>, label: string, actionId?: string) => {
    mutate(
      'updateChart',
      { id: chart.id, visual: next, basedOn: visualPartsIn(visual, next) },
      { label, ...(actionId === undefined ? {} : { actionId }) },
    ).catch(reportProblem)
  }
  const sections = sectionsOf(type, wanted)
  const isTypeSought = isSought(typeWords, wanted)
  const isDescriptionSought = isSought('description', wanted)
  const drawSection = ({ section, controls }: (typeof sections)[number]) => (
    <Section key={section} section={section} isSought={wanted !== ''}>
      {controls.map((control) => (
        <VisualControlField
          key={control}
          control={control}
          visual={visual}
          data={data}
          goalMetrics={goalMetrics}
          onChange={change}
        />
      ))}
    </Section>
  )
  return (
    <div className="flex flex-col">
      <div className="px-4 py-3">
        <TextField
          label="Find a property"
          hideLabel
          icon={Search}
          type="search"
          placeholder="Find a property"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </div>
      {isTypeSought && (
        <div className="px-4 pb-3">
          <ChartTypePicker
            value={visual.type}
            data={onTypeAhead === undefined ? data : null}
            groupedBy={groupedBy}
            isSought={wanted !== ''}
            onChange={(next) => {
              onTypeAhead?.()
              change(
                onTypeAhead === undefined ? changeType(visual, next, data ?? noData, groupedBy) : { type: next },
                `Draw as ${chartTypes[next].name.toLowerCase()}`,
              )
            }}
          >
            <ShowMe
              visual={visual}
              data={data ?? noData}
              groupedBy={groupedBy}
              onChoose={(best) => change(best, `Draw as ${chartTypes[best.type].name.toLowerCase()}`)}
            />
          </ChartTypePicker>
        </div>
      )}
      {sections.filter(({ section }) => section !== 'columns').map(drawSection)}
      {isDescriptionSought && (
        <div className="border-t border-line p-4">
          <LiveField
            label="Description"
            value={chart.description}
            maxLength={500}
            placeholder="What is measured, and its unit"
            onChange={(description, actionId) =>
              void mutate('updateChart', { id: chart.id, description }, { label: 'Describe chart', actionId }).catch(
                reportProblem,
              )
            }
          />
        </div>
      )}
      {/* As many as the answer has: below them everything would move as it comes. */}
      {sections.filter(({ section }) => section === 'columns').map(drawSection)}
      {sections.length === 0 && !isTypeSought && !isDescriptionSought && (
        <p role="status" className="px-4 py-6 text-small text-muted">
          No property of a {type.name.toLowerCase()} chart is called “{wanted}”.
        </p>
      )}
    </div>
  )
}

const noColumns: readonly string[] = []
const noData: ResultData = { fields: [], columns: [], rowCount: 0 }
const typeWords = `chart type show me ${chartTypeIds.map((type) => chartTypes[type].name).join(' ')}`

interface SectionProps {
  readonly section: PropertySection
  /** True if its controls were sought: it is then open. */
  readonly isSought: boolean
  readonly children: ReactNode
}

/** A part of the properties under its heading, which closes it and stays closed for all charts. */
function Section({ section, isSought, children }: SectionProps) {
  const ui = useUiState()
  const closed = useUi((state) => state.preferences.closedSections.get())
  const isOpen = isSought || !closed.includes(section)
  return (
    <details open={isOpen} className="border-t border-line">
      <summary
        className="flex h-10 cursor-pointer items-center justify-between px-4 text-small font-semibold select-none hover:bg-hover"
        onClick={(event) => {
          event.preventDefault()
          ui.preferences.closedSections.set(isOpen ? [...closed, section] : closed.filter((name) => name !== section))
        }}
      >
        {sectionNames[section]}
        <ChevronDown aria-hidden className={classNames('text-muted', !isOpen && '-rotate-90')} />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
