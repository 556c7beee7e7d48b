import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Services } from './services'

/**
 * Who is acting in a request: the only place an Actor is made. In local mode the host has already checked Host, Origin
 * and the local token, so everybody who gets here is the owner of this machine's workspace.
 */
export async function actorOf(_headers: Headers, services: Services): Promise<Actor> {
  switch (services.config.mode) {
    case 'local':
      return localOwner
    case 'team':
    case 'chart':
      throw new TidemarkError('mode-not-available')
  }
}
