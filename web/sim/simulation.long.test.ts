import { testSeeds } from './seed-tests'

testSeeds(61, 500)
