import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs'
import { simulate, type SimulationEvent } from './simulate'
import type { Deed } from './workload'

/** The most seeds that may run before one of them reveals a bug. */
const maxSeeds = 120

/** Rare events without which a bug cannot appear. */
const occasions: Partial<Record<keyof typeof plantedBugs, readonly SimulationEvent[]>> = {
  'no check of ids left out': ['forge'],
  'the schema before is not served': ['deploy-schema'],
  'clients go on over a restore': ['back-up', 'restore', 'open-tab'],
  'cookie does not rise with other audiences': ['change-role'],
  'deletions of other audiences': ['change-role'],
  'tombstones are collected in silence': ['collect-tombstones', 'go-offline', 'come-online', 'burst'],
}

const moving: readonly Deed[] = ['createFolder', 'keepFolder', 'createDashboard', 'updateDashboard']

/** Rare deeds of people without which a bug cannot appear. */
const deeds: Partial<Record<keyof typeof plantedBugs, readonly Deed[]>> = {
  'nobody is told whose text was written over': ['createChart', 'updateSqlQuery', 'createTile', 'updateTile'],
  'lists of questions are written over as a whole': ['createChart', 'updateQuestion'],
  'styles of columns are written over as a whole': ['createChart', 'updateChart'],
  'deletions of other audiences': ['createFolder', 'discardMutationError'],
  'what moved away stays': moving,
  'everybody hears what moved away': moving,
  'a lost folder takes what came into it later': moving,
  'what moves keeps its first audience': moving,
  'tiles stay behind when their dashboard moves': [...moving, 'createTile'],
}

/** The seed that currently reveals a bug. It is tried first, because the search takes long. */
const showingSeeds: Partial<Record<keyof typeof plantedBugs, number>> = {
  'same cookie when there is nothing to send': 4,
  'refused mutation does not count': 5,
  'refused mutation leaves no note': 5,
  'nobody is told whose text was written over': 2,
  'lists of questions are written over as a whole': 16,
  'styles of columns are written over as a whole': 2,
  'no check of ids left out': 5,
  'rows from an older snapshot than the cookie': 2,
  'lost audience keeps its keys': 5,
  'the schema before is not served': 2,
  'database failure skips the mutation': 5,
  'database failure is answered with yes': 3,
  'effects and last id in two transactions': 3,
  'cookie does not rise with other audiences': 2,
  'restore keeps the epoch': 4,
  'clients go on over a restore': 81,
  'new client reads tombstones': 24,
  'tombstones are collected in silence': 8,
  'everything again without a clear': 23,
  'rows of other audiences': 5,
  'what moved away stays': 5,
  'everybody hears what moved away': 5,
  'a lost folder takes what came into it later': 3,
  'what moves keeps its first audience': 5,
  'tiles stay behind when their dashboard moves': 5,
  'client group of another is taken': 2,
  'prefetched for where the group stood before': 2,
  'state of an old replica': 3,
}

/** Far more than needed, because a time-out on a busy machine proves nothing. */
const timeoutMs = 300_000

const names = Object.keys(plantedBugs) as (keyof typeof plantedBugs)[]

test.each(names)(
  'a server with this mistake is caught: %s',
  async (name) => {
    const seeds = Array.from({ length: maxSeeds }, (_, index) => index + 1)
    for (const seed of [showingSeeds[name] ?? 1, ...seeds]) {
      const { violation } = await simulate({
        seed,
        bug: plantedBugs[name](),
        moreOf: occasions[name] ?? [],
        moreDeeds: deeds[name] ?? [],
      })
      if (violation !== null) return
    }
    expect.fail(`${maxSeeds} seeds ran and nothing was noticed`)
  },
  timeoutMs,
)
