import { answerReady } from '@/server/probes'
import { mustGetServices } from '@/server/services'

/** For load balancers: 200 when requests can be taken, else 503. */
export async function GET(): Promise<Response> {
  return await answerReady(mustGetServices())
}
