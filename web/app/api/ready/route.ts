import { mustGetServices } from '@/server/services'

/** For load balancers: 200 when requests can be taken, else 503. */
export async function GET(): Promise<Response> {
  const { store } = await mustGetServices().health()
  return Response.json(
    { ready: store === 'ok' },
    { status: store === 'ok' ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}
