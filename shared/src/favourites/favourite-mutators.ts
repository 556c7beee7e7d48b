import { defineMutator } from '../entries/define-mutator'
import { favouriteKey, favouriteTargetSchema, targetKey } from './favourite'

export const addFavourite = defineMutator({
  name: 'addFavourite',
  args: { target: favouriteTargetSchema },
  permission: { do: 'read-content' },
  run: async (tx, { target, at }) => {
    const { userId } = tx.actor
    const key = favouriteKey({ userId, target })
    // Added in another tab, or gone while this one was offline: neither is worth a refusal.
    if ((await tx.get(key)) !== undefined || (await tx.get(targetKey(target))) === undefined) return
    await tx.set(key, { userId, target, createdAt: at })
  },
})

export const removeFavourite = defineMutator({
  name: 'removeFavourite',
  args: { target: favouriteTargetSchema },
  permission: { do: 'read-content' },
  run: (tx, { target }) => tx.del(favouriteKey({ userId: tx.actor.userId, target })),
})
