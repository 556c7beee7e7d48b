'use client'

import { useId, useState, type SubmitEvent } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { toName } from '@tidemark/shared/base/name'
import { maxChartName, type Chart } from '@tidemark/shared/charts/chart'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { navigate } from '@/client/page/navigation'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { buildContentTree, listFolderNodes } from '../content/content-tree'

interface SaveDialogProps {
  readonly question: Chart
  /** Creates the chart in the workspace. */
  readonly create: (folderId: FolderId | null, step: MutateOptions, name: string) => Promise<Chart>
  readonly onSaved?: () => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const top = 'top'

/** The dialog that saves the question as a chart with a name, in a folder, and opens it. */
export function SaveDialog({ question, create, onSaved, open, onOpenChange }: SaveDialogProps) {
  const formId = useId()
  const actor = useActor()
  const folders = useView(
    (view) =>
      listFolderNodes(buildContentTree(listFolders(view), [], [], []), null).filter(({ folder }) =>
        mayEditIn(actor, folder.id, view),
      ),
    [actor],
  )
  const [typed, setTyped] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const name = toName(typed ?? question.name)
  const folder = folders.find(({ folder: { id } }) => id === (chosenId ?? question.folderId))?.folder

  const save = async () => {
    const { id } = await create(folder?.id ?? null, { label: 'New chart', actionId: newId() }, name)
    navigate(`/charts/${id}`)
    onSaved?.()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name === '') return showInvalid(event.currentTarget, () => setTried(true))
    onOpenChange(false)
    save().catch(reportProblem)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped(null)
        onOpenChange(next)
      }}
      isAllowed={useMayEdit()}
      title="Save as a chart"
      description="Others find it in the sidebar, and dashboards can show it."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="Name"
          value={typed ?? question.name}
          maxLength={maxChartName}
          error={isTried && name === '' ? 'Give it a name.' : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
        {folders.length > 0 && (
          <Select
            label="Folder"
            value={folder?.id ?? top}
            options={[
              { value: top, label: 'Top level' },
              ...folders.map(({ folder: { id, name: label }, depth }) => ({
                value: String(id),
                label: `${'\u2003'.repeat(depth)}${label}`,
              })),
            ]}
            onChange={(id) => setChosenId(id)}
          />
        )}
      </form>
    </Dialog>
  )
}
