import type { AccountDatabase } from '@/server/store/accounts/account-database'

/** Turns off a person’s second factor, and forgets the browsers that they trust. */
export async function deleteTwoFactor(database: AccountDatabase, userId: string): Promise<void> {
  await database.deleteFrom('twoFactor').where('userId', '=', userId).execute()
  await database.deleteFrom('verification').where('value', '=', userId).execute()
  await database.updateTable('user').set({ twoFactorEnabled: null }).where('id', '=', userId).execute()
}
