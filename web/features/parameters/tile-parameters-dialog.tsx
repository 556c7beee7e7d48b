'use client'

import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { parameterLabel, type Parameter } from '@tidemark/shared/query/parameter'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import type { Filter } from '@tidemark/shared/filters/filter'
import { sharedName } from './dashboard-parameters'
import { givenFilter, parameterFiltersOf, partsFor, type ParameterFilter } from './filter-parameters'

interface TileParametersDialogProps {
  readonly tile: Tile
  readonly parameters: readonly Parameter[]
  /** The inputs of the dashboard. */
  readonly inputNames: readonly string[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The filters of the dashboard. */
  readonly filters: readonly Filter[]
  readonly onChange: (sources: ParameterSources) => void
}

/** Where the parameters of a tile's chart take their values. */
type ParameterSources = Required<
  Pick<Extract<Tile['content'], { kind: 'chart' }>, 'parameterNames' | 'parameterFilters'>
>

const keepsDefault = ' default'
const ofFilter = ' filter '

const partWords = { value: '', from: ', its start', to: ', its end' } as const

function filterOption({ filterId, part }: ParameterFilter): string {
  return `${ofFilter}${part} ${filterId}`
}

/** The dialog that maps each parameter of a tile's chart to an input or a filter of the dashboard. */
export default function TileParametersDialog(props: TileParametersDialogProps) {
  const { tile, parameters, inputNames, filters, open, onOpenChange, onChange } = props
  const names = tile.content.kind === 'chart' ? (tile.content.parameterNames ?? {}) : {}
  const filtering = parameterFiltersOf(tile)
  const choose = (name: string, value: string, offered: readonly ParameterFilter[]) => {
    const { [name]: _, ...otherFilters } = filtering
    const { [name]: __, ...otherNames } = names
    const from = offered.find((one) => filterOption(one) === value)
    if (from !== undefined)
      return onChange({ parameterNames: names, parameterFilters: { ...otherFilters, [name]: from } })
    const given = value === keepsDefault ? null : value
    onChange({ parameterNames: { ...otherNames, [name]: given }, parameterFilters: otherFilters })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={useMayEditDashboard(tile.dashboardId)}
      title="Parameters of this tile"
      description="Parameters that take the same values can share one input of the dashboard, or take the value of a filter."
    >
      <div className="flex flex-col gap-3">
        {parameters.map((parameter) => {
          const own = `${parameter.name}_${tile.id.slice(0, 6)}`
          const from = givenFilter(filtering, parameter.name)
          const fitting = filters.flatMap((filter) =>
            partsFor(parameter, filter.kind).map((part) => ({
              filterId: filter.id as string,
              part,
              name: filter.name,
            })),
          )
          const isGone = from !== undefined && !fitting.some((one) => filterOption(one) === filterOption(from))
          const known = [...new Set([parameter.name, ...inputNames, sharedName(tile, parameter.name) ?? own])]
          return (
            <Select
              key={parameter.name}
              label={parameterLabel(parameter)}
              value={from === undefined ? (sharedName(tile, parameter.name) ?? keepsDefault) : filterOption(from)}
              options={[
                ...known.map((name) => ({ value: name, label: `Input “${parameterLabel({ name })}”` })),
                ...(known.includes(own) ? [] : [{ value: own, label: 'An input of its own' }]),
                ...fitting.map((one) => ({
                  value: filterOption(one),
                  label: `The filter “${one.name}”${partWords[one.part]}`,
                })),
                ...(isGone ? [{ value: filterOption(from), label: 'A filter that is gone or no longer fits' }] : []),
                { value: keepsDefault, label: 'Always its default' },
              ]}
              onChange={(value) =>
                choose(
                  parameter.name,
                  value,
                  fitting.map(({ filterId, part }) => ({ filterId, part })),
                )
              }
            />
          )
        })}
      </div>
    </Dialog>
  )
}
