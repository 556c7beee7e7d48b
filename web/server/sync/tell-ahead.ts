import type { Actor } from '@tidemark/shared/access/actor'
import type { Poke, PullAhead, StreamGroup } from '@tidemark/shared/sync/protocol'
import type { Services } from '../services'
import { pullAnswerText } from './pull-answer-text'

/** Of one event. What is larger is fetched by who has room for it. */
const maxAheadCharacters = 64 * 1024

interface TellAheadOptions extends Pick<Services, 'log' | 'sync'> {
  readonly group: StreamGroup
  /** As whom the stream's reader may listen now. */
  readonly listActors: () => Promise<readonly Actor[]>
  /** Takes the answer as JSON text; false where there is no room for it now. */
  readonly onAhead: (text: string) => boolean
  readonly onPoke: (poke: Poke) => void
}

/**
 * For a stream that is also for one client group: reads what the group's next pull would be answered, and tells that
 * instead of the poke, which it tells where there is no such answer. That the reader may still have it is asked anew for each, as with
 * each pull. Pokes that come meanwhile are one.
 */
export function tellAhead({ group, listActors, sync, log, onAhead, onPoke }: TellAheadOptions) {
  const due: { readonly poke: Poke; readonly actor: Actor }[] = []
  let isReading = false

  const read = async (actor: Actor): Promise<PullAhead | null> => {
    try {
      const [ahead, actors] = await Promise.all([sync.pullAhead(actor, group.clientGroupID), listActors()])
      return actors.some((present) => isSameActor(present, actor)) ? ahead : null
    } catch (err) {
      // Who pulls is told why not.
      log.debug({ err }, 'What a client group would be answered could not be read.')
      return null
    }
  }

  return async (poke: Poke, actor: Actor): Promise<void> => {
    due.splice(0, due.length, { poke, actor })
    if (isReading) return
    isReading = true
    for (let next = due.pop(); next !== undefined; next = due.pop()) {
      const ahead = await read(next.actor)
      const text = ahead === null ? null : aheadText(ahead)
      if (text === null || text.length > maxAheadCharacters || !onAhead(text)) onPoke(next.poke)
    }
    isReading = false
  }
}

function aheadText({ answer, ...rest }: PullAhead): string {
  return `${JSON.stringify(rest).slice(0, -1)},"answer":${pullAnswerText(answer)}}`
}

/** Whether nothing that decides what somebody sees is different. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
