'use client'

import { useCallback, useEffect, useState } from 'react'
import type { AuditEvent, AuditPage } from '@tidemark/shared/audit/audit-event'
import type { ApiAnswer } from '@/client/page/api-request'
import { useLoaded, type Loaded } from '@/client/page/use-loaded'
import { fetchAudit, type AuditChoice } from './audit-api'
import type { PeopleNames } from './describe-event'

export interface AuditLog {
  readonly state: Loaded<AuditPage>
  readonly reload: () => void
  readonly events: readonly AuditEvent[]
  readonly people: PeopleNames
  readonly more: 'none' | 'idle' | 'loading' | 'failed'
  readonly showEarlier: () => void
}

interface Earlier {
  readonly first: AuditPage
  readonly pages: readonly AuditPage[]
  readonly state: 'idle' | 'loading' | 'failed'
}

/** The log as it was chosen: its first page, and the earlier ones asked for so far. choice: stable between renders. */
export function useAudit(choice: AuditChoice): AuditLog {
  const load = useCallback((signal: AbortSignal): ApiAnswer<AuditPage> => fetchAudit(choice, null, signal), [choice])
  const { state, reload } = useLoaded(load)
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const first = state.kind === 'ready' ? state.value : null
  useEffect(() => setEarlier(first === null ? null : { first, pages: [], state: 'idle' }), [first])

  const pages = first === null ? [] : [first, ...(earlier?.first === first ? earlier.pages : [])]
  const next = pages.at(-1)?.next ?? null
  const showEarlier = () => {
    if (first === null || earlier === null || next === null || earlier.state === 'loading') return
    setEarlier({ ...earlier, state: 'loading' })
    void fetchAudit(choice, next, new AbortController().signal).then((answer) =>
      setEarlier((current) => {
        // Something else was chosen meanwhile.
        if (current?.first !== first) return current
        if (!answer.ok) return { ...current, state: 'failed' }
        return { first, pages: [...current.pages, answer.value], state: 'idle' }
      }),
    )
  }
  return {
    state,
    reload,
    events: pages.flatMap(({ events }) => events),
    people: Object.assign({}, ...pages.map((page) => page.people)) as PeopleNames, // a sum of records of names
    more: next === null ? 'none' : (earlier?.state ?? 'idle'),
    showEarlier,
  }
}
