import fc from 'fast-check'

/** For the long run: properties that name no number are tried on 100 examples otherwise. */
fc.configureGlobal({ numRuns: 1_500 })
