import { errorBodySchema, TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/** The catalogued error of a refused answer; `internal` when something between here and the server answered instead. */
export async function errorOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorBodySchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : null,
  )
  return parsed.success ? parsed.data : new TidemarkError('internal', { detail: `HTTP ${response.status}` }).toBody()
}
