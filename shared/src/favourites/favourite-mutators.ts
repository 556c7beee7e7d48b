import { defineMutator } from '../entries/define-mutator'
import { favouriteKey, favouriteTargetSchema, targetKey } from './favourite'

export const addFavourite = defineMutator({
  name: 'addFavourite',
  summary:
    'Adds a chart, dashboard, folder or dataset to the favourites of whoever asks, which nobody else sees. Adding one twice changes nothing, and so does adding what is not there.',
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
  summary: 'Takes a chart, dashboard, folder or dataset off the favourites of whoever asks.',
  args: { target: favouriteTargetSchema },
  permission: { do: 'read-content' },
  run: (tx, { target }) => tx.del(favouriteKey({ userId: tx.actor.userId, target })),
})
