'use client'

import { LayoutDashboard, RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import {
  draftDashboardEndpoint,
  type DashboardDraft,
  type DraftRequest,
} from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { callApi, failureText, type RequestFailure } from '@/client/page/api-request'
import { AppLink, navigate, useLocation } from '@/client/page/navigation'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useRerunWhenBack } from '@/client/workspace/use-rerun-when-back'
import { useView } from '@/client/workspace/use-view'
import { draftInAddress } from '@/features/content/draft-link'
import { TopBar } from '@/features/page/top-bar'
import { Button, buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { DraftView, type DraftSource } from './draft-view'

/** The page that drafts a dashboard of the table in its address. Nothing is stored until somebody keeps it. */
export function DraftPage() {
  const mayAsk = useMayAsk()
  const { query } = useLocation()
  const request = draftInAddress(query)
  if (!mayAsk)
    return (
      <NoDraft title="Your role can only view results" href="/" link="Go home">
        Editors can draft dashboards. An admin of this workspace can make you one.
      </NoDraft>
    )
  if (request === null)
    return (
      <NoDraft title="Choose a table to start from" href="/data" link="Go to data">
        Tidemark drafts a dashboard from any table in your data.
      </NoDraft>
    )
  return <AskedDraft request={request} />
}

function AskedDraft({ request }: { readonly request: DraftRequest }) {
  const key = JSON.stringify(request)
  const { state, retry } = useDraft(key)
  const source = useView((view) => sourceOf(view, request), [key])
  switch (state.kind) {
    case 'ready':
      return <DraftView key={state.key} draft={state.draft} request={request} source={source} />
    case 'failed':
      return (
        <>
          <TopBar icon={LayoutDashboard} breadcrumb={[{ label: source.name, href: source.href }]} title="Draft" />
          <EmptyState
            icon={LayoutDashboard}
            title={state.failure.kind === 'offline' ? 'A draft needs the server' : 'No dashboard could be drafted'}
            text={
              state.failure.kind === 'offline'
                ? 'It is made from the rows of the table, which cannot be reached now. It is drafted as soon as they can.'
                : failureText(state.failure)
            }
            action={
              <Button icon={RotateCcw} onClick={retry}>
                Try again
              </Button>
            }
            className="flex-1"
          />
        </>
      )
    case 'pending':
      return (
        <>
          <TopBar
            icon={LayoutDashboard}
            breadcrumb={[{ label: source.name, href: source.href }]}
            title="Draft"
            actions={<Button onClick={() => navigate(source.href, { replace: true })}>Cancel</Button>}
          />
          <DraftSkeleton name={source.name} />
        </>
      )
  }
}

function DraftSkeleton({ name }: { readonly name: string }) {
  return (
    <div role="status" aria-label={`Reading the columns of ${name}`} className="page-sides flex flex-col gap-3 pt-5">
      <p className="text-muted">Reading the columns of {name}…</p>
      <div className="grid grid-cols-2 gap-3 min-[641px]:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-23 rounded-tile" />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 min-[641px]:grid-cols-[2fr_1fr]">
        <Skeleton className="h-80 rounded-tile" />
        <Skeleton className="h-80 rounded-tile" />
      </div>
    </div>
  )
}

function NoDraft({
  title,
  href,
  link,
  children,
}: {
  readonly title: string
  readonly href: string
  readonly link: string
  readonly children: ReactNode
}) {
  return (
    <>
      <TopBar icon={LayoutDashboard} title="Draft" />
      <EmptyState
        icon={LayoutDashboard}
        title={title}
        text={children}
        action={
          <AppLink href={href} className={buttonClass({})}>
            {link}
          </AppLink>
        }
        className="flex-1"
      />
    </>
  )
}

function sourceOf(view: EntryView, { connectionId, table }: DraftRequest): DraftSource {
  if (connectionId === localConnectionId) {
    const dataset = listDatasets(view).find(({ tableName }) => tableName === table.name)
    return { name: dataset?.name ?? table.name, href: dataset === undefined ? '/data' : `/data/${dataset.id}` }
  }
  const connection = findConnection(view, connectionId)
  return { name: table.name, href: connection === undefined ? '/data' : `/connections/${connection.id}` }
}

type DraftState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly key: string; readonly draft: DashboardDraft }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/** Requests a draft once per address: another request would discard changes to it. */
function useDraft(key: string): { readonly state: DraftState; readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ readonly key: string; readonly state: DraftState } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    // The key is the request as JSON.
    const body = JSON.parse(key) as DraftRequest
    void callApi(draftDashboardEndpoint, { body, signal: controller.signal }).then((result) => {
      if (controller.signal.aborted) return
      const state: DraftState = result.ok
        ? { kind: 'ready', key, draft: result.value }
        : { kind: 'failed', failure: result.error }
      setAnswer({ key, state })
    })
    return () => controller.abort()
  }, [key, attempt])
  const state: DraftState = answer?.key === key ? answer.state : { kind: 'pending' }
  const retry = useCallback(() => {
    setAnswer(null)
    setAttempt((count) => count + 1)
  }, [])
  useRerunWhenBack(state.kind === 'failed' && state.failure.kind === 'offline', state.kind === 'ready', retry)
  return { state, retry }
}
