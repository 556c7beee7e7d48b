import type { Poke } from '@tidemark/shared/sync/protocol'
import { describe, expect, test } from 'vitest'
import { recordingLog } from '@testkit/store/store-fixtures'
import { createPokeHub } from './poke-hub'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the poke hub', () => {
  test('tells listeners of an org that it has changed, after the publisher has gone on', async () => {
    const hub = createPokeHub({ log: recordingLog() })
    const heard: Poke[] = []
    hub.subscribe(
      'acme',
      (poke) => heard.push(poke),
      () => undefined,
    )
    hub.publish({ org: 'acme', version: 1 })
    hub.publish({ org: 'other', version: 9 })
    expect(heard).toEqual([])
    await turn()
    expect(heard).toEqual([{ org: 'acme', version: 1 }])
  })

  test('makes one poke of those in one turn, with the highest version', async () => {
    const hub = createPokeHub({ log: recordingLog() })
    const heard: Poke[] = []
    for (const org of ['acme', 'other'])
      hub.subscribe(
        org,
        (poke) => heard.push(poke),
        () => undefined,
      )
    for (const version of [9, 10, 8]) hub.publish({ org: 'acme', version })
    hub.publish({ org: 'other', version: 1 })
    await turn()
    hub.publish({ org: 'acme', version: 11 })
    await turn()
    expect(heard).toEqual([
      { org: 'acme', version: 10 },
      { org: 'other', version: 1 },
      { org: 'acme', version: 11 },
    ])
  })

  test('a listener that throws is logged and does not keep the others waiting', async () => {
    const log = recordingLog()
    const hub = createPokeHub({ log })
    const heard: number[] = []
    const broken = () => {
      throw new Error('broken')
    }
    hub.subscribe('acme', broken, broken)
    hub.subscribe(
      'acme',
      ({ version }) => heard.push(version),
      () => heard.push(-1),
    )
    hub.publish({ org: 'acme', version: 1 })
    await turn()
    hub.close()
    expect(heard).toEqual([1, -1])
    expect(log.errors).toHaveLength(2)
  })

  test('who has stopped listening hears nothing more', async () => {
    const hub = createPokeHub({ log: recordingLog() })
    const heard: Poke[] = []
    const stop = hub.subscribe(
      'acme',
      (poke) => heard.push(poke),
      () => heard.push({ org: 'closed', version: 0 }),
    )
    hub.publish({ org: 'acme', version: 1 })
    stop()
    await turn()
    hub.close()
    expect(heard).toEqual([])
  })

  test('a closed hub ends who is listening, and who comes late', async () => {
    const hub = createPokeHub({ log: recordingLog() })
    const ended: string[] = []
    hub.subscribe(
      'acme',
      () => ended.push('poke'),
      () => ended.push('early'),
    )
    hub.close()
    hub.subscribe(
      'acme',
      () => ended.push('poke'),
      () => ended.push('late'),
    )
    hub.publish({ org: 'acme', version: 1 })
    await turn()
    expect(ended).toEqual(['early', 'late'])
  })

  test('tells of somebody’s memberships those who listen to that person, and nobody who has stopped', () => {
    const hub = createPokeHub({ log: recordingLog() })
    const heard: string[] = []
    hub.subscribeToMemberships('ann', () => heard.push('ann'))
    const stop = hub.subscribeToMemberships('ann', () => heard.push('ann too'))
    hub.subscribeToMemberships('bob', () => heard.push('bob'))
    hub.publishMembership('ann')
    stop()
    hub.publishMembership('ann')
    hub.publishMembership('carol')
    expect(heard).toEqual(['ann', 'ann too', 'ann'])
  })
})
