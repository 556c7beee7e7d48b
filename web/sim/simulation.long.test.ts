import { testSeeds } from './seed-tests'

testSeeds(101, 500)
