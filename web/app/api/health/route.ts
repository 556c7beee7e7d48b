import { answerHealth } from '@/server/probes'
import { mustGetServices } from '@/server/services'

/** Whether the process, its store and its engine work; 503 when one of them does not. */
export async function GET(): Promise<Response> {
  return await answerHealth(mustGetServices())
}
