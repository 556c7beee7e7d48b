/** The budgets of sizes, in megabytes; `release:verify` refuses more, and `npm run bench` prints them. */
export const sizeBudgets = /** @type {const} */ ({
  /** The size of a package that people download. */
  package: 150,
  /** The size of one without Electron, which only tests have. */
  packageWithoutElectron: 60,
  /** The server as it is staged, unpacked. */
  server: 200,
  /** The app's own archive. */
  asar: 6,
})

/** The part of a package that an update to the next version fetches. */
export const deltaBudget = 0.15
