'use client'

import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { parameterLabel, type Parameter } from '@tidemark/shared/query/parameter'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { sharedName } from './dashboard-parameters'

interface TileParametersDialogProps {
  readonly tile: Tile
  readonly parameters: readonly Parameter[]
  /** The inputs of the dashboard. */
  readonly inputNames: readonly string[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onChange: (parameterNames: Readonly<Record<string, string | null>>) => void
}

const keepsDefault = ' default'

/** The dialog that maps each parameter of a tile's chart to an input of the dashboard. */
export default function TileParametersDialog(props: TileParametersDialogProps) {
  const { tile, parameters, inputNames, open, onOpenChange, onChange } = props
  const names = tile.content.kind === 'chart' ? (tile.content.parameterNames ?? {}) : {}
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={useMayEditDashboard(tile.dashboardId)}
      title="Parameters of this tile"
      description="Parameters that take the same values can share one input of the dashboard."
    >
      <div className="flex flex-col gap-3">
        {parameters.map((parameter) => {
          const own = `${parameter.name}_${tile.id.slice(0, 6)}`
          const known = [...new Set([parameter.name, ...inputNames, sharedName(tile, parameter.name) ?? own])]
          return (
            <Select
              key={parameter.name}
              label={parameterLabel(parameter)}
              value={sharedName(tile, parameter.name) ?? keepsDefault}
              options={[
                ...known.map((name) => ({ value: name, label: `Input “${parameterLabel({ name })}”` })),
                ...(known.includes(own) ? [] : [{ value: own, label: 'An input of its own' }]),
                { value: keepsDefault, label: 'Always its default' },
              ]}
              onChange={(name) => onChange({ ...names, [parameter.name]: name === keepsDefault ? null : name })}
            />
          )
        })}
      </div>
    </Dialog>
  )
}
