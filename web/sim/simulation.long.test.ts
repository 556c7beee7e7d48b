import { testSeeds } from './seed-tests'

testSeeds(251, 500)
