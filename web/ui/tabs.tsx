'use client'

import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names'

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

export interface TabsProps<Value extends string> {
  /** What the tabs switch between. */
  readonly label: string
  readonly value: Value
  readonly items: readonly TabItem<Value>[]
  readonly onChange: (value: Value) => void
  /** Ids of the tabs and panels are made from it; give the panel `tabPanelProps(idPrefix, value)`. */
  readonly idPrefix: string
  readonly className?: string | undefined
}

/** Tabs of one panel: arrows, Home and End move between them. */
export function Tabs<Value extends string>({ label, value, items, onChange, idPrefix, className }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.value === value)
    const next = nextIndex(event.key, index, items.length)
    const item = next === null ? undefined : items[next]
    if (next === null || item === undefined) return
    event.preventDefault()
    onChange(item.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown} className={classNames('flex items-center gap-1', className)}>
      {items.map((item) => {
        const isSelected = item.value === value
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${idPrefix}-tab-${item.value}`}
            aria-selected={isSelected}
            aria-controls={isSelected ? `${idPrefix}-panel-${item.value}` : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onChange(item.value)}
            className={classNames(tabClass, isSelected ? 'bg-hover text-text' : 'text-muted hover:text-text')}
          >
            {item.label}
          </button>
        )
      })}
    </div>
  )
}

/** The attributes of the panel the tab `value` shows. */
export function tabPanelProps(idPrefix: string, value: string) {
  return { role: 'tabpanel', id: `${idPrefix}-panel-${value}`, 'aria-labelledby': `${idPrefix}-tab-${value}` } as const
}

/** The look of one tab, for strips of links that are tabs to the eye. */
export const tabClass =
  'inline-flex h-7 items-center gap-1.5 rounded-row px-2.5 text-body font-medium whitespace-nowrap transition-colors select-none touch:h-11'

function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
