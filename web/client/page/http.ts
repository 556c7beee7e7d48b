import { personHeader, workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { errorBodySchema, TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/** The catalogued error of a refused answer; `internal` when something between here and the server answered instead. */
export async function errorOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorBodySchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : null,
  )
  return parsed.success ? parsed.data : unexplained(response.status)
}

/** The error of an answer that has nothing but its HTTP status. */
export function unexplained(status: number): ErrorBody {
  return new TidemarkError('internal', { detail: `The server answered HTTP ${status}.` }).toBody()
}

/** Statuses of a server that stops, and of a proxy whose server is gone. */
export const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504])

interface PageOwner {
  readonly orgId: string
  readonly userId: string
}

let pageOwner: PageOwner | null = null

/** The workspace and the person this page is of, for all requests from now on; null in local mode, which has one of each. */
export function setPageOwner(owner: PageOwner | null): void {
  pageOwner = owner
}

/** The headers that every request to our own API carries. */
export function apiHeaders(): Readonly<Record<string, string>> {
  return pageOwner === null ? {} : headersOf(pageOwner)
}

/** By which the server knows whose changes come, whoever is signed in to the browser by then. */
export function headersOf({ orgId, userId }: PageOwner): Readonly<Record<string, string>> {
  return { [workspaceHeader]: orgId, [personHeader]: userId }
}

/** `fetch` for our own API: says which workspace is meant, and whose page asks. */
export function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(apiHeaders())) headers.set(name, value)
  return fetch(path, { ...init, headers })
}
