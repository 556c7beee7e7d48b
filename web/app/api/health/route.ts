import { mustGetServices } from '@/server/services'

/** Whether the process, its store and its engine work; 503 when one of them does not. */
export async function GET(): Promise<Response> {
  const health = await mustGetServices().health()
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
