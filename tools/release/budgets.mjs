/** The limits of sizes in megabytes; `release:verify` refuses more, and `npm run bench` prints them. */
export const sizeBudgets = /** @type {const} */ ({
  /** The size of a package that people download. */
  package: 150,
  /** The size of a package without Electron, which exists only in tests. */
  packageWithoutElectron: 60,
  /** The size of the staged server, unpacked. */
  server: 200,
  /** The size of the app's own archive. */
  asar: 6,
})

/** The largest share of a package that an update to the next version may download. */
export const deltaBudget = 0.15
