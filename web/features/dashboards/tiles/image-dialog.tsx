'use client'

import { useState, type SubmitEvent } from 'react'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { imageLinkSchema, maxImageDescription, type ImageContent } from '@tidemark/shared/images/image'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'

interface ImageDialogProps {
  readonly open: boolean
  readonly dashboardId: DashboardId
  readonly content: ImageContent
  readonly onChange: (content: ImageContent) => void
  readonly onClose: () => void
}

/** The dialog for what a picture says, how it fills its tile, and where it leads. */
export default function ImageDialog({ open, dashboardId, content, onChange, onClose }: ImageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isAllowed={useMayEditDashboard(dashboardId)}
      title="Picture"
    >
      <ImageForm
        content={content}
        onDone={(next) => {
          if (next.description !== content.description || next.fit !== content.fit || next.link !== content.link)
            onChange(next)
          onClose()
        }}
      />
    </Dialog>
  )
}

function ImageForm({
  content,
  onDone,
}: {
  readonly content: ImageContent
  readonly onDone: (content: ImageContent) => void
}) {
  const [description, setDescription] = useState(content.description)
  const [fit, setFit] = useState(content.fit)
  const [link, setLink] = useState(content.link ?? '')
  const [isTried, setTried] = useState(false)
  const isLinkGood = link.trim() === '' || imageLinkSchema.safeParse(link.trim()).success
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isLinkGood) return showInvalid(event.currentTarget, () => setTried(true))
    onDone({ ...content, description: description.trim(), fit, link: link.trim() === '' ? null : link.trim() })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label="Description"
        value={description}
        maxLength={maxImageDescription}
        autoComplete="off"
        placeholder="What can be seen"
        hint={
          description.trim() === ''
            ? 'Without one the picture is decoration, which screen readers pass over.'
            : 'Screen readers read it out.'
        }
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="flex flex-col gap-1.5">
        <span aria-hidden className="text-small font-medium text-muted">
          In its tile
        </span>
        <SegmentedControl
          label="In its tile"
          value={fit}
          options={[
            { value: 'whole', label: 'Show it whole' },
            { value: 'fill', label: 'Fill the tile' },
          ]}
          onChange={setFit}
        />
      </div>
      <TextField
        label="Link"
        type="url"
        value={link}
        autoComplete="off"
        placeholder="https://"
        hint="Opens in a new tab. Optional."
        error={
          isTried && !isLinkGood
            ? 'Needs an address that begins with http:// or https://, without a password.'
            : undefined
        }
        onChange={(event) => setLink(event.target.value)}
      />
      <Button type="submit" variant="primary" className="self-end">
        Save
      </Button>
    </form>
  )
}
