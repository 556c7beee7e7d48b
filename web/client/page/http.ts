import { personHeader, workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { errorBodySchema, TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/**
 * Reads the catalogued error of a refused answer; `internal` if something between here and the server answered instead.
 */
export async function errorOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorBodySchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : null,
  )
  return parsed.success ? parsed.data : unexplained(response.status)
}

/** Returns the error for an answer that has only an HTTP status. */
export function unexplained(status: number): ErrorBody {
  return new TidemarkError('internal', { detail: `The server answered HTTP ${status}.` }).toBody()
}

/** Statuses of a server that is stopping, and of a proxy whose server cannot be reached. */
export const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504])

interface PageOwner {
  readonly orgId: string
  readonly userId: string
}

let pageOwner: PageOwner | null = null

/** Sets the workspace and person of this page for all later requests; null in local mode, which has one of each. */
export function setPageOwner(owner: PageOwner | null): void {
  pageOwner = owner
}

/** The headers that every request to our own API carries. */
export function apiHeaders(): Readonly<Record<string, string>> {
  return pageOwner === null ? {} : headersOf(pageOwner)
}

/**
 * Returns the headers that tell the server whose changes arrive, even if somebody else has signed in to the browser
 * since.
 */
export function headersOf({ orgId, userId }: PageOwner): Readonly<Record<string, string>> {
  return { [workspaceHeader]: orgId, [personHeader]: userId }
}

/** Calls `fetch` for our own API, with the workspace and the person of the page. */
export function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(apiHeaders())) headers.set(name, value)
  return fetch(path, { ...init, headers })
}
