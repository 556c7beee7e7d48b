import { scryptHashing, type PasswordHashing } from '@/server/team/accounts/create-auth'

const hashesByPassword = new Map<string, Promise<string>>()
const answersByEntered = new Map<string, Promise<boolean>>()

/**
 * The real hashing for tests, in which hundreds of people have the same few passwords: done once for each password of a
 * process. Who has the same password has the same hash.
 */
export const rememberedHashing: PasswordHashing = {
  hash: (password) => remembered(hashesByPassword, password, () => scryptHashing.hash(password)),
  verify: (entered) =>
    remembered(answersByEntered, `${entered.hash} ${entered.password}`, () => scryptHashing.verify(entered)),
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
