import type { Actor } from '@tidemark/shared/access/actor'
import type { PresenceEvent } from '@tidemark/shared/presence/presence'
import type { Poke } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../observability/log'
import type { PresenceService } from '../presence/presence-service'
import type { PokeHub } from '../sync/poke-hub'
import { isSameActor } from './stream-prefetch'
import type { SyncService } from '../sync/sync-service'

export interface FollowedServices {
  readonly log: Logger
  readonly pokes: PokeHub
  readonly presence: Pick<PresenceService, 'follow'>
  readonly sync: Pick<SyncService, 'readVersion'>
}

interface FollowOptions extends FollowedServices {
  /** Called when a workspace has changed, and with its current version when it begins to be followed. */
  readonly onPoke: (poke: Poke, actor: Actor) => void
  readonly onPresence: (here: PresenceEvent) => void
  /** Called when a workspace is no longer followed, with the last poke that was sent for it. */
  readonly onForgotten: (last: Poke) => void
  readonly onClose: () => void
}

interface FollowedWorkspaces {
  /**
   * Follows exactly the workspaces of these actors. Fails with the store's errors; some workspaces are then not
   * followed yet.
   */
  change(actors: readonly Actor[]): Promise<void>
  stop(): void
}

interface Followed {
  readonly actor: Actor
  version: number
  readonly stop: () => void
}

/** Listens to several workspaces at once, each on behalf of one actor. */
export function followWorkspaces({
  pokes,
  presence,
  sync,
  log,
  onPoke,
  onPresence,
  onForgotten,
  onClose,
}: FollowOptions): FollowedWorkspaces {
  const followedByOrg = new Map<string, Followed>()
  let isStopped = false

  const follow = async (actor: Actor) => {
    const { orgId: org } = actor
    let isToldOf = false
    let unfollow: () => void = () => undefined
    const unsubscribe = pokes.subscribe(
      org,
      (poke) => {
        followed.version = poke.version
        isToldOf = true
        onPoke(poke, actor)
      },
      onClose,
    )
    const followed: Followed = {
      actor,
      version: 0,
      stop: () => {
        unsubscribe()
        unfollow()
      },
    }
    followedByOrg.set(org, followed)
    try {
      // Read the version after subscribing, so that a change in between is sent twice rather than never.
      const version = await sync.readVersion(actor)
      if (isStopped) return
      if (!isToldOf) {
        followed.version = version
        onPoke({ org, version }, actor)
      }
    } catch (thrown) {
      followed.stop()
      followedByOrg.delete(org)
      throw thrown
    }
    // Presence is only a hint, so a failure here leaves everything else running.
    unfollow = presence.follow(
      actor,
      (here) => onPresence({ org, ...here }),
      (err) => log.debug({ err }, 'Presence was not told.'),
    )
  }

  return {
    change: async (actors) => {
      const wanted = new Map(actors.map((actor) => [actor.orgId, actor]))
      for (const [org, followed] of [...followedByOrg]) {
        const actor = wanted.get(org)
        if (actor !== undefined && isSameActor(actor, followed.actor)) continue
        followed.stop()
        followedByOrg.delete(org)
        if (actor === undefined) onForgotten({ org, version: followed.version })
      }
      for (const [org, actor] of wanted) if (!isStopped && !followedByOrg.has(org)) await follow(actor)
    },

    stop: () => {
      isStopped = true
      for (const { stop } of followedByOrg.values()) stop()
      followedByOrg.clear()
    },
  }
}
