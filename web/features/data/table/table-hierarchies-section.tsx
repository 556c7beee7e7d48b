'use client'

import { ChevronRight, ListTree, Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import type { QuestionTable } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import type { BuilderColumn } from '@tidemark/shared/builder/suggest-join'
import { isGroupable, isTemporalType } from '@tidemark/shared/query/field'
import { isLevel, type Level } from '@tidemark/shared/tables/hierarchy'
import { hierarchiesOf } from '@tidemark/shared/tables/table-queries'
import { tableIdOf, type TableSource } from '@tidemark/shared/tables/table-source'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { useBuilderTables } from '../use-builder-tables'
import { HierarchyForm } from './hierarchy-form'
import { useMayDescribe } from './use-table-settings'

interface TableHierarchiesSectionProps {
  readonly source: TableSource
  readonly connectionId: string
  readonly table: QuestionTable
}

/** The hierarchies of a table, and a form to declare or change one. */
export function TableHierarchiesSection({ source, connectionId, table }: TableHierarchiesSectionProps) {
  const { tables } = useBuilderTables(connectionId)
  const mutate = useMutate()
  const mayDescribe = useMayDescribe(source)
  const [edited, setEdited] = useState<string | null>(null)
  const own = tables.find((one) => isSameTable(one.table, table))
  const columns = (own?.columns ?? []).filter(({ type }) => isGroupable(type) && !isTemporalType(type))
  const hierarchies = useView((view) => [...hierarchiesOf(view, source)], [tableIdOf(source)])
  const mayDeclare = mayDescribe && columns.length > 1
  if (!mayDescribe && hierarchies.length === 0) return null
  const save = (id: string | null, name: string, levels: readonly Level[]) => {
    setEdited(null)
    const said = { source, name, columns: [...levels] }
    void (
      id === null
        ? mutate('declareHierarchy', { id: newId(), ...said }, { label: `Declare the hierarchy ${name}` })
        : mutate('updateHierarchy', { id, ...said }, { label: `Change the hierarchy ${name}` })
    ).catch(reportProblem)
  }
  return (
    <section aria-label="Hierarchies">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h2 className="text-tile">Hierarchies</h2>
        {mayDeclare && edited !== isNew && (
          <Button size="sm" icon={Plus} onClick={() => setEdited(isNew)}>
            Declare a hierarchy
          </Button>
        )}
      </div>
      <div className="divide-y divide-line rounded-tile border border-line bg-surface shadow-tile">
        {hierarchies.length === 0 && edited !== isNew && (
          <p className="px-3.5 py-3 text-muted">
            No hierarchies yet. With one, such as region, country and city, marks of charts zoom in level by level.
          </p>
        )}
        {hierarchies.map((hierarchy) =>
          hierarchy.id === edited && mayDeclare ? (
            <HierarchyForm
              key={hierarchy.id}
              columns={columns}
              hierarchy={hierarchy}
              onSave={(name, levels) => save(hierarchy.id, name, levels)}
              onCancel={() => setEdited(null)}
            />
          ) : (
            <div key={hierarchy.id} className="flex min-h-10 items-center gap-2 px-3.5 py-1.5">
              <ListTree aria-hidden className="shrink-0 text-muted" />
              <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
                <span className="font-medium break-words">{hierarchy.name}</span>
                <Levels levels={hierarchy.columns} columns={own?.columns ?? null} />
              </p>
              {mayDescribe && (
                <>
                  <IconButton
                    icon={Pencil}
                    label={`Change the hierarchy ${hierarchy.name}`}
                    disabled={!mayDeclare}
                    onClick={() => setEdited(hierarchy.id)}
                  />
                  <IconButton
                    icon={X}
                    label={`Remove the hierarchy ${hierarchy.name}`}
                    onClick={() =>
                      void mutate(
                        'removeHierarchy',
                        { id: hierarchy.id, source },
                        { label: `Remove the hierarchy ${hierarchy.name}` },
                      ).catch(reportProblem)
                    }
                  />
                </>
              )}
            </div>
          ),
        )}
        {edited === isNew && mayDeclare && (
          <HierarchyForm
            columns={columns}
            hierarchy={null}
            onSave={(name, levels) => save(null, name, levels)}
            onCancel={() => setEdited(null)}
          />
        )}
      </div>
    </section>
  )
}

/** Stands for the id of the hierarchy that is being declared. */
const isNew = 'new hierarchy'

/** columns: null while they are not known. */
function Levels({
  levels,
  columns,
}: {
  readonly levels: readonly Level[]
  readonly columns: readonly BuilderColumn[] | null
}) {
  return levels.map((level, index) => (
    <span key={level.part ?? level.name} className="flex items-center gap-1.5">
      {index > 0 && <ChevronRight aria-label="then" className="size-3.5! text-muted" />}
      <span className="font-mono text-code">{level.name}</span>
      {columns !== null && !columns.some((column) => isLevel(level, column)) && (
        <span className="text-small text-bad">(gone)</span>
      )}
    </span>
  ))
}
