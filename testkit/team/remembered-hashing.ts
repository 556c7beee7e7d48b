import { scryptHashing, type PasswordHashing } from '@/server/team/accounts/create-auth'

const hashesByPassword = new Map<string, Promise<string>>()
const answersByEntered = new Map<string, Promise<boolean>>()

/**
 * The real password hashing for tests, where hundreds of people share a few passwords: each password is hashed once per
 * process, so equal passwords have equal hashes.
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
