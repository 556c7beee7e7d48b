'use client'

import { ArrowLeft, ArrowRight, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { columnOf, type BuilderColumn } from '@tidemark/shared/builder/suggest-join'
import {
  hierarchyNameSchema,
  isLevel,
  maxHierarchyName,
  type Hierarchy,
  type Level,
} from '@tidemark/shared/tables/hierarchy'
import { Button } from '@/ui/buttons/button'
import { Chip } from '@/ui/buttons/chip'
import { classNames } from '@/ui/class-names'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { Menu, MenuItem } from '@/ui/popups/menu'

interface HierarchyFormProps {
  readonly columns: readonly BuilderColumn[]
  /** null for a new one. */
  readonly hierarchy: Hierarchy | null
  readonly onSave: (name: string, levels: readonly Level[]) => void
  readonly onCancel: () => void
}

/** The form that declares or changes a hierarchy: its name and its levels in order. */
export function HierarchyForm({ columns, hierarchy, onSave, onCancel }: HierarchyFormProps) {
  const [name, setName] = useState(hierarchy?.name ?? '')
  const [levels, setLevels] = useState<readonly Level[]>(hierarchy?.columns ?? [])
  const others = columns.filter((column) => !levels.some((level) => isLevel(level, column)))
  const isComplete = hierarchyNameSchema.safeParse(name).success && levels.length > 1
  return (
    <form
      aria-label={hierarchy === null ? 'Declare a hierarchy' : `Change the hierarchy ${hierarchy.name}`}
      className="flex flex-col gap-3 px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onSave(name, levels)
      }}
    >
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <TextField
          label="Name"
          value={name}
          maxLength={maxHierarchyName}
          placeholder="Such as Place"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={levels.length === 0 ? 'Largest level' : 'Next level, within the one before'}
          value=""
          disabled={others.length === 0 || levels.length >= 10}
          options={[
            { value: '', label: 'Choose a column' },
            ...others.map(({ name: of, label }) => ({
              value: of,
              label: label === undefined ? of : `${label} (${of})`,
            })),
          ]}
          onChange={(chosen) => {
            const column = others.find((one) => one.name === chosen)
            if (column === undefined) return
            const { join: _, ...level } = columnOf(null, column)
            setLevels([...levels, level])
          }}
        />
      </div>
      {levels.length === 0 ? (
        <p className="text-small text-muted">Choose the levels in order, the largest first.</p>
      ) : (
        <LevelOrder levels={levels} onChange={setLevels} />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={!isComplete}>
          {hierarchy === null ? 'Declare' : 'Save'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

interface LevelOrderProps {
  readonly levels: readonly Level[]
  readonly onChange: (levels: readonly Level[]) => void
}

/** The levels of a hierarchy in order: moved by dragging, by their menu, or with Alt and an arrow. */
function LevelOrder({ levels, onChange }: LevelOrderProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const moved = useRef<string | null>(null)
  const move = (from: number, to: number) => {
    const level = levels[from]
    if (level === undefined || to === from || to < 0 || to >= levels.length) return
    moved.current = keyOf(level)
    onChange(levels.toSpliced(from, 1).toSpliced(to, 0, level))
  }
  const endDrag = () => {
    setDragged(null)
    setTarget(null)
  }
  return (
    <ol
      aria-label="Levels, the largest first"
      className="flex flex-wrap items-center gap-1.5"
      onDragOver={(event) => dragged !== null && event.preventDefault()}
      onDrop={(event) => {
        if (dragged === null || target === null) return
        event.preventDefault()
        move(dragged, target)
        endDrag()
      }}
    >
      {levels.map((level, index) => (
        <li
          key={keyOf(level)}
          ref={(item) => {
            if (item === null || moved.current !== keyOf(level)) return
            moved.current = null
            item.querySelector('button')?.focus()
          }}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(index)
          }}
          onDragEnd={endDrag}
          onDragOver={() => dragged !== null && setTarget(index)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
            if (!event.altKey || by === 0) return
            event.preventDefault()
            move(index, index + by)
          }}
          className={classNames(
            'flex items-center gap-1.5 rounded-full',
            dragged === index && 'opacity-50',
            dragged !== null && dragged !== index && target === index && 'outline-2 outline-offset-2 outline-accent',
          )}
        >
          {index > 0 && <ChevronRight aria-label="then" className="size-3.5! text-muted" />}
          <Menu
            label={`Move the level ${level.name}`}
            trigger={
              <Chip
                aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                onRemove={() => onChange(levels.filter((one) => one !== level))}
                removeLabel={`Remove the level ${level.name}`}
              >
                {level.name}
              </Chip>
            }
          >
            <MenuItem icon={ArrowLeft} disabled={index === 0} onSelect={() => move(index, index - 1)}>
              Move before {levels[index - 1]?.name ?? 'the first'}
            </MenuItem>
            <MenuItem icon={ArrowRight} disabled={index === levels.length - 1} onSelect={() => move(index, index + 1)}>
              Move after {levels[index + 1]?.name ?? 'the last'}
            </MenuItem>
          </Menu>
        </li>
      ))}
    </ol>
  )
}

function keyOf({ part, name }: Level): string {
  return part ?? name
}
