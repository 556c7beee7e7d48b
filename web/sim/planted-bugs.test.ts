import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs'
import { simulate, type SimulationEvent } from './simulate'

/** How many seeds a mistake may live through before one shows it. */
const maxSeeds = 60

/** What rarely happens, and without which the mistake cannot show. */
const occasions: Partial<Record<keyof typeof plantedBugs, readonly SimulationEvent[]>> = {
  'no check of ids left out': ['forge'],
  'clients go on over a restore': ['back-up', 'restore', 'open-tab'],
  'cookie does not rise with other audiences': ['change-role'],
  'deletions of other audiences': ['change-role'],
  'tombstones are collected in silence': ['collect-tombstones', 'go-offline', 'come-online', 'burst'],
}

/** Far more than it takes: how busy the machine is proves nothing. */
const timeoutMs = 180_000

const names = Object.keys(plantedBugs) as (keyof typeof plantedBugs)[]

test.each(names)(
  'a server with this mistake is caught: %s',
  async (name) => {
    for (let seed = 1; seed <= maxSeeds; seed += 1) {
      const { violation } = await simulate({ seed, bug: plantedBugs[name](), moreOf: occasions[name] ?? [] })
      if (violation !== null) return
    }
    expect.fail(`${maxSeeds} seeds ran and nothing was noticed`)
  },
  timeoutMs,
)
