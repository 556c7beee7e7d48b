'use client'

import {
  Copy,
  Database,
  Ellipsis,
  FileUp,
  FolderInput,
  LayoutDashboard,
  MessageCircleQuestion,
  Pencil,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { Dataset, DatasetId } from '@tidemark/shared/datasets/dataset'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { mayManageDataset, mayUseDataset } from '@tidemark/shared/datasets/dataset-rights'
import { localConnectionId, type RunItem } from '@tidemark/shared/query/run-query'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import type { AskedTable } from '@tidemark/shared/tables/table-users'
import { navigate } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useSelector } from '@/client/page/use-selector'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { dismissToast, toast } from '@/ui/popups/toaster'
import { draftHref, draftOf } from '@/features/content/draft-link'
import { datasetToAsk } from '@/features/content/question-start'
import { useStartQuestion } from '@/features/content/use-start-question'
import { ExportItems } from '@/features/exports/export-items'
import { reportProblem } from '@/features/messages/report-problem'
import { FavouriteItem } from '@/features/favourites/favourite-item'
import { FavouriteStar } from '@/features/favourites/favourite-star'
import { HistoryButton } from '@/features/history/history-button'
import { useMoveToTrash } from '../../page/use-move-to-trash'
import { TopBar } from '@/features/page/top-bar'
import { RowRuleSection } from '@/features/row-rules/row-rule-section'
import { TableHierarchiesSection } from '../table/table-hierarchies-section'
import { TableJoinsSection } from '../table/table-joins-section'
import { TableLineage } from '../table/lineage-section'
import { TableUsersSection } from '../table/table-users-section'
import { DatasetColumns } from './dataset-columns'
import { DatasetFacts } from './dataset-facts'
import { DatasetPreview } from './dataset-preview'
import { useMoveCommand } from '@/features/commands/use-move-command'
import { MissingInData } from '../missing-in-data'
import { readyToastId } from '../uploads/ready-toast'
import { addFiles, uploads$ } from '../uploads/uploads'
import { useGoBack, type WayBack } from './use-go-back'
import { acceptedFiles } from '../uploads/accepted-files'
import { Dialog } from '@/ui/popups/dialog'
import { DifferencesList } from '../uploads/differences-list'

const accessDialog = lazyPart(() => import('@/features/access/dataset-access-dialog'))
const moveDialog = lazyPart(() => import('./move-dataset-dialog'))

/** One table of the workspace's data: what it holds, where it came from, and its first rows. */
export function DatasetPage({ datasetId }: { readonly datasetId: DatasetId }) {
  const synced = useView((view) => getDataset(view, datasetId) ?? null, [datasetId])
  // Just added in this tab: it is shown before the next pull brings it.
  const made = useSelector(() => uploads$.made.get()[datasetId] ?? null)
  const dataset = synced ?? made
  if (dataset === null || dataset.deletedAt !== null) return <MissingDataset trashed={dataset} />
  return <PresentDataset key={dataset.id} dataset={dataset} />
}

function MissingDataset({ trashed }: { readonly trashed: Dataset | null }) {
  const mutate = useMutate()
  const mayRestore = useMayEdit()
  const restore = ({ id }: Dataset) =>
    void mutate('updateDataset', { id, deletedAt: null }, { label: 'Restore data' }).catch(reportProblem)
  return (
    <MissingInData
      icon={Database}
      noun="data"
      trashed={trashed}
      trashText="Its rows are kept, and charts that use it work again once it is restored."
      onRestore={mayRestore && trashed !== null ? () => restore(trashed) : undefined}
    />
  )
}

function PresentDataset({ dataset }: { readonly dataset: Dataset }) {
  const actor = useActor()
  const mayAsk = mayUseDataset(actor, dataset, 'builder')
  const mayReadAs = useView((view) => mayManageDataset(actor, dataset, view), [actor, dataset])
  const wayBack = useGoBack(dataset)
  const { id, tableName, columns } = dataset
  const source = useMemo<TableSource>(() => ({ kind: 'dataset', id }), [id])
  const asked = useMemo<AskedTable>(
    () => ({
      connectionId: localConnectionId,
      table: { schema: null, name: tableName },
      columns: columns.map(({ name }) => name),
    }),
    [tableName, columns],
  )
  return (
    <>
      <DatasetTopBar dataset={dataset} wayBack={wayBack} />
      <div className="flex w-full max-w-[1240px] flex-col gap-6 page-sides py-5 max-md:py-3">
        <DatasetFacts dataset={dataset} wayBack={wayBack} />
        <DatasetColumns dataset={dataset} mayOpen={mayAsk} mayReadAs={mayReadAs} />
        <TableJoinsSection source={source} connectionId={localConnectionId} table={asked.table} />
        <TableHierarchiesSection source={source} connectionId={localConnectionId} table={asked.table} />
        <TableUsersSection asked={asked} />
        <TableLineage asked={asked} />
        <RowRuleSection source={source} name={dataset.name} rule={dataset.rowRule} columns={dataset.columns} />
        {mayAsk ? (
          <DatasetPreview dataset={dataset} />
        ) : (
          <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">
            You see the results of charts over this data, and not its rows. Who manages the data, or an admin of this
            workspace, can let you ask questions of it.
          </p>
        )}
      </div>
      {wayBack !== null && <GoBackDialog dataset={dataset} wayBack={wayBack} />}
    </>
  )
}

function DatasetTopBar({ dataset, wayBack }: { readonly dataset: Dataset; readonly wayBack: WayBack | null }) {
  const actor = useActor()
  const mutate = useMutate()
  const startQuestion = useStartQuestion()
  const remove = useRemoveDataset(dataset)
  const [isRenaming, setIsRenaming] = useState(false)
  const newerFile = useRef<HTMLInputElement>(null)
  const team = useTeamSession()
  const [opened, setOpened] = useState<'move' | 'access' | null>(null)
  const AccessDialog = useLazyPart(accessDialog, opened === 'access')
  const MoveDialog = useLazyPart(moveDialog, opened === 'move')
  const mayEdit = useView((view) => mayManageDataset(actor, dataset, view), [actor, dataset])
  const mayDraft = isAllowed(actor, { do: 'edit-content' })
  const mayAsk = mayUseDataset(actor, dataset, 'builder')
  useMoveCommand('dataset', dataset.id, mayEdit, () => setOpened('move'))
  const ask = () => {
    dismissToast(readyToastId(dataset.id))
    startQuestion({ table: datasetToAsk(dataset.tableName) })
  }
  const draft = () => {
    dismissToast(readyToastId(dataset.id))
    navigate(draftHref(draftOf(dataset.tableName)))
  }
  const rename = (name: string) =>
    void mutate('updateDataset', { id: dataset.id, name }, { label: 'Rename data' }).catch(reportProblem)
  return (
    <>
      <TopBar
        icon={Database}
        breadcrumb={[{ label: 'Data', href: '/data' }]}
        title={
          mayEdit ? (
            <InlineEdit
              value={dataset.name}
              label="Name of the data"
              onCommit={rename}
              editing={isRenaming}
              onEditingChange={setIsRenaming}
            />
          ) : (
            dataset.name
          )
        }
        actions={
          <>
            <input
              ref={newerFile}
              type="file"
              hidden
              accept={acceptedFiles}
              aria-label={`Newer file of ${dataset.name}`}
              onChange={(event) => {
                addFiles(event.currentTarget.files ?? [], { replaces: dataset.id })
                // The same file can then be chosen again, after it was corrected.
                event.currentTarget.value = ''
              }}
            />
            <FavouriteStar target={{ kind: 'dataset', id: dataset.id }} />
            <HistoryButton kind="table" id={dataset.id} />
            <Menu label="Data" align="end" trigger={<IconButton icon={Ellipsis} label="More" />}>
              {mayDraft && mayAsk && <DraftItemOnPhone onSelect={draft} />}
              <FavouriteItem target={{ kind: 'dataset', id: dataset.id }} shortcut="f" />
              <MenuItem icon={Copy} onSelect={() => void copyTableName(dataset.tableName).catch(reportProblem)}>
                Copy table name
              </MenuItem>
              {mayAsk && (
                <>
                  <MenuSeparator />
                  <ExportItems source={() => ({ item: rowsItem(dataset.tableName), name: dataset.name })} />
                </>
              )}
              {mayEdit && (
                <>
                  {mayAsk && <MenuSeparator />}
                  <MenuItem icon={Pencil} onSelect={() => setIsRenaming(true)}>
                    Rename
                  </MenuItem>
                  <MenuItem icon={FileUp} onSelect={() => newerFile.current?.click()}>
                    Replace with a newer file…
                  </MenuItem>
                  {wayBack !== null && (
                    <MenuItem icon={Undo2} disabled={wayBack.isBusy} onSelect={wayBack.start}>
                      Go back to the earlier file{wayBack.losses !== null && '…'}
                    </MenuItem>
                  )}
                  <MenuSeparator />
                  <MenuItem icon={FolderInput} onSelect={() => setOpened('move')}>
                    Move to…
                  </MenuItem>
                  {team && (
                    <MenuItem icon={Users} onSelect={() => setOpened('access')}>
                      Who can see this…
                    </MenuItem>
                  )}
                  <MenuSeparator />
                  <MenuItem icon={Trash2} danger onSelect={() => void remove().catch(reportProblem)}>
                    Move to trash
                  </MenuItem>
                </>
              )}
            </Menu>
            {mayDraft && mayAsk && (
              <Button icon={LayoutDashboard} onClick={draft} className="max-sm:hidden">
                <span>
                  Draft<span className="max-lg:sr-only"> a dashboard</span>
                </span>
              </Button>
            )}
            {mayAsk && (
              <Button variant="primary" icon={MessageCircleQuestion} onClick={ask}>
                <span>
                  Ask<span className="max-md:sr-only"> about it</span>
                </span>
              </Button>
            )}
          </>
        }
      />
      {MoveDialog && opened === 'move' && <MoveDialog dataset={dataset} onClose={() => setOpened(null)} />}
      {AccessDialog && opened === 'access' && team && (
        <AccessDialog dataset={dataset} team={team} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** The way to a draft where the top bar has no room for it. */
function DraftItemOnPhone({ onSelect }: { readonly onSelect: () => void }) {
  if (!matchMedia('(width < 40rem)').matches) return null
  return (
    <>
      <MenuItem icon={LayoutDashboard} onSelect={onSelect}>
        Draft a dashboard
      </MenuItem>
      <MenuSeparator />
    </>
  )
}

/** All rows as they are, which no limit of a first question cuts. */
function rowsItem(name: string): RunItem {
  const question = { ...emptyQuestion, source: { schema: null, name } }
  return { query: { kind: 'builder', connectionId: localConnectionId, question } }
}

async function copyTableName(tableName: string): Promise<void> {
  await navigator.clipboard.writeText(tableName)
  toast('Table name copied', { description: tableName })
}

function useRemoveDataset({ id, name }: Dataset): () => Promise<void> {
  const mutate = useMutate()
  const moveToTrash = useMoveToTrash()
  return () =>
    moveToTrash({
      name,
      noun: 'data',
      away: '/data',
      description: 'Charts that use it fail until it is restored.',
      change: (deletedAt, step) => mutate('updateDataset', { id, deletedAt }, step),
    })
}

/** Asks before charts lose columns: what going back to the earlier file would change. */
function GoBackDialog({ dataset, wayBack }: { readonly dataset: Dataset; readonly wayBack: WayBack }) {
  const { earlier, losses, isAsking, confirm, cancel } = wayBack
  return (
    <Dialog
      open={isAsking && losses !== null}
      onOpenChange={(open) => !open && cancel()}
      isAllowed={isAllowed(useActor(), { do: 'upload-data' })}
      title={`Go back to ${earlier.fileName}?`}
      description="Its columns are not those of the present file, which is kept in its place: you can come back to it."
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" onClick={confirm}>
            Go back
          </Button>
        </>
      }
    >
      {losses !== null && <DifferencesList datasetId={dataset.id} differences={losses} />}
    </Dialog>
  )
}
