'use client'

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { TextSetting } from './text-setting'

interface TableDescriptionProps {
  readonly description: string
  readonly mayEdit: boolean
  readonly onCommit: (description: string) => void
}

/** The description of a table, edited in place. */
export function TableDescription({ description, mayEdit, onCommit }: TableDescriptionProps) {
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing && mayEdit)
    return (
      <TextSetting
        label="Description"
        hideLabel
        isLong
        takesFocus
        value={description}
        maxLength={2000}
        placeholder="What the rows are and where they come from"
        className="max-w-[72ch]"
        onCommit={onCommit}
        onLeave={() => setIsEditing(false)}
      />
    )
  if (description === '')
    return mayEdit ? (
      <Button size="sm" variant="ghost" icon={Pencil} className="-ml-2.5 self-start" onClick={() => setIsEditing(true)}>
        Add a description
      </Button>
    ) : null
  return (
    <div className="flex max-w-[72ch] items-center gap-1">
      <p dir="auto" className="min-w-0 whitespace-pre-line break-words text-muted">
        {description}
      </p>
      {mayEdit && <IconButton icon={Pencil} label="Change the description" onClick={() => setIsEditing(true)} />}
    </div>
  )
}
