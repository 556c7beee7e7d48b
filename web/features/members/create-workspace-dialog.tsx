'use client'

import { createWorkspaceSchema } from '@tidemark/shared/members/workspace-request'
import { Dialog } from '@/ui/popups/dialog'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import { createWorkspace } from './members-api'

interface CreateWorkspaceDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The dialog that creates another workspace and opens it. */
export default function CreateWorkspaceDialog({ open, onOpenChange }: CreateWorkspaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed
      title="New workspace"
      description="It has its own data, dashboards and members. You become its owner."
    >
      <CreateWorkspaceForm />
    </Dialog>
  )
}

function CreateWorkspaceForm() {
  const form = useForm({
    schema: createWorkspaceSchema,
    read: (fields) => ({
      name: fields.get('name'),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      withSample: fields.has('withSample'),
    }),
    send: createWorkspace,
    // Loads a new page, so that nothing of this workspace is mixed with the other.
    onDone: ({ slug }) => window.location.assign(`/w/${slug}`),
  })
  return (
    <DialogForm form={form} action="Create the workspace">
      <TextField name="name" label="Name" autoComplete="off" error={form.errors['name']} />
      <label className="flex items-center gap-2.5 touch:min-h-11">
        <input type="checkbox" name="withSample" className="size-4" />
        Start with the sample dashboard
      </label>
    </DialogForm>
  )
}
