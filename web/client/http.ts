import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { errorBodySchema, TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/** The catalogued error of a refused answer; `internal` when something between here and the server answered instead. */
export async function errorOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorBodySchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : null,
  )
  return parsed.success ? parsed.data : unexplained(response.status)
}

/** What is known of an answer that says nothing but its HTTP status. */
export function unexplained(status: number): ErrorBody {
  return new TidemarkError('internal', { detail: `The server answered HTTP ${status}.` }).toBody()
}

/** What a server that stops answers, and a proxy whose server is gone. */
export const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504])

let workspaceId: string | null = null

/** The workspace this page is about, for all requests from now on; null in local mode, which has one. */
export function setRequestWorkspace(orgId: string | null): void {
  workspaceId = orgId
}

/** What a request to our own API carries besides its own headers. */
export function apiHeaders(): Readonly<Record<string, string>> {
  return workspaceId === null ? {} : { [workspaceHeader]: workspaceId }
}

/** `fetch` for our own API: says which workspace is meant. */
export function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(apiHeaders())) headers.set(name, value)
  return fetch(path, { ...init, headers })
}
